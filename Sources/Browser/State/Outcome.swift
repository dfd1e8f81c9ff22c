package import ListModel
package import NameSearch

extension Browser {
  /// How the session ended.
  package enum Outcome: Equatable, Sendable {
    /// The user left; in a picker, without picking rows.
    case left
    case interrupted
    /// The user left without waiting for the store, which may still have stored an edit.
    case cutOff
    /// Enter picked rows; empty if there were no rows.
    case picked(PickedRows)
    /// The user switched to another list.
    case opened(Name)
    /// A line was skipped in strict mode, or the names are too long for one list.
    case refused(String)
  }
}
