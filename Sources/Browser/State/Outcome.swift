package import NameSearch

extension Browser {
  /// How the session ended.
  package enum Outcome: Equatable, Sendable {
    /// The user left; in a picker, without a choice.
    case left
    case interrupted
    case picked(Name)
    /// Enter in a picker without rows.
    case pickedNothing
    /// The user switched to another kept list.
    case opened(Name)
    /// Something was left out of the names in strict mode, or they are too long for one list.
    case refused(String)
  }
}
