package import ListModel
package import NameSearch

extension Browser {
  /// How the session ended.
  package enum Outcome: Equatable, Sendable {
    /// The user left; in a picker, without a choice.
    case left
    case interrupted
    /// What Enter took in a picker, which is nothing if there were no rows.
    case picked(PickedRows)
    /// The user switched to another kept list.
    case opened(Name)
    /// Something was left out of the names in strict mode, or they are too long for one list.
    case refused(String)
  }
}
