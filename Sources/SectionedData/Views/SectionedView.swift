/// A view that shows a sectioned list and can be told what changed.
///
/// It asks the ``DataSource`` for its rows; by the time it is told of a step, the data source
/// answers as the list is after that step.
@MainActor
public protocol SectionedView: AnyObject {
  /// The sections it shows.
  associatedtype Section: DifferentiableSection

  /// Whether anybody can see it: a view that is not on the screen is never animated.
  var isOnScreen: Bool { get }

  /// Shows the list anew; returns when that is done.
  func reload() async

  /// Shows one step of a change; returns when its animation has ended.
  func show(_ stage: SectionedStage<Section>, animated animations: AnimationConfiguration) async
}
