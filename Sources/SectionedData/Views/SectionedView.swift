/// A view that shows a ``DataSource`` and can animate its changes, stage by stage.
@MainActor
public protocol SectionedView: AnyObject {
  /// The sections of the list.
  associatedtype Section: DifferentiableSection

  /// Whether the view is visible; if not, it is reloaded without animation.
  var isOnScreen: Bool { get }

  /// Shows the list anew and returns when that is done.
  func reload() async

  /// Shows one stage, whose list the data source now has, and returns when its animation has ended.
  func show(_ stage: SectionedStage<Section>, animated animations: AnimationConfiguration) async
}
