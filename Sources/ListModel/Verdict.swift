/// What a decision makes of a row.
package enum Verdict: String, CaseIterable, Sendable {
  case dead
  case ok

  /// The flag of a row whose decision counts.
  package var flag: Flags { self == .dead ? .dead : .ok }

  /// The decision that flags tell of; `nil` for an open row.
  package init?(_ flags: Flags) {
    if flags.contains(.dead) {
      self = .dead
    } else if flags.contains(.ok) {
      self = .ok
    } else {
      return nil
    }
  }
}
