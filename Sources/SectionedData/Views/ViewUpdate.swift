/// What became of a list that a ``ViewUpdater`` was given.
///
/// ```swift
/// let update: ViewUpdate = await updater.update(to: shown)
/// ```
public enum ViewUpdate: Hashable, Sendable {
  /// The view shows it, after its differences, stage after stage.
  case animated

  /// The view was reloaded and shows it.
  case reload

  /// There is no view, or nothing that it would show has changed.
  case unchanged

  /// The view does not show it, or not to its end: a newer list came, or the task was cancelled.
  case superseded

  /// It came from within ``SectionedView/show(_:animated:)``, and is shown when that has returned.
  case deferred
}

/// What a ``ViewUpdater`` reports; the list is shown nevertheless.
public enum ViewUpdateFailure<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>:
  Error, Hashable
{
  /// The lists cannot be compared, so the view was reloaded.
  case incomparable(DifferenceError<SectionID, ItemID>)

  /// ``SectionedView/show(_:animated:)`` has updated the list that it shows, and would wait for
  /// itself.
  case updateWithinShow
}

extension ViewUpdateFailure: CustomStringConvertible {
  /// One line for the user.
  public var description: String {
    switch self {
    case .incomparable(let error): "\(error)"
    case .updateWithinShow: "a view updated its list while it showed a stage of it"
    }
  }
}
