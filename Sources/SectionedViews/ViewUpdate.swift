public import SectionedData

/// The outcome of an update by a ``ViewUpdater``.
///
/// ```swift
/// let update: ViewUpdate = await updater.update(to: shown)
/// ```
public enum ViewUpdate: Hashable, Sendable {
  /// The view shows the list and has animated the changes.
  case animated

  /// The view was reloaded and shows the list.
  case reload

  /// There is no view, or the lists are equal.
  case unchanged

  /// A newer update replaced this one, or its task was cancelled, before the view finished showing it.
  case superseded

  /// The update was made while the view was showing a stage; it will be shown after that.
  case deferred
}

/// A failure that a ``ViewUpdater`` reports; it shows the list nevertheless.
public enum ViewUpdateFailure<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>:
  Error, Hashable
{
  /// The lists cannot be compared, so the view was reloaded.
  case incomparable(DifferenceError<SectionID, ItemID>)

  /// A view updated its list from ``SectionedView/show(_:animated:commit:)``, and would have waited for
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
