/// What is known of a row beside its flags.
package struct Remark: Hashable, Sendable {
  package var note: Note?

  /// When a snooze is over; it may be over already.
  package var until: Moment?

  /// When and by whom the row was decided last; `nil` if that is not known.
  package var decidedAt: Moment?
  package var decidedBy: String?

  package init(
    note: Note? = nil, until: Moment? = nil, decidedAt: Moment? = nil, decidedBy: String? = nil
  ) {
    self.note = note
    self.until = until
    self.decidedAt = decidedAt
    self.decidedBy = decidedBy
  }
}
