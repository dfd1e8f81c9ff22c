/// An edit without names.
package struct Deed: Hashable, Sendable {
  package var action: Edit.Action
  package var note: Note?
  package var until: Moment?

  package init(_ action: Edit.Action, note: Note? = nil, until: Moment? = nil) {
    self.action = action
    self.note = note
    self.until = until
  }
}
