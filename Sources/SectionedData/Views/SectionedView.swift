/// A view that shows a ``DataSource`` and can animate its changes, stage by stage.
///
/// ```swift
/// @MainActor
/// final class TextView: SectionedView {
///   typealias Section = IdentifiedSection<SelfIdentified<String>, SelfIdentified<String>>
///
///   var isOnScreen = true
///   var log: [String] = []
///
///   func reload() async { log.append("reload") }
///
///   func show(_ stage: SectionedStage<Section>, animated animations: AnimationConfiguration) async {
///     for path in stage.changes.deletedItems { log.append("delete \(path), \(animations.delete)") }
///     for path in stage.changes.insertedItems { log.append("insert \(path), \(animations.insert)") }
///   }
/// }
/// ```
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
