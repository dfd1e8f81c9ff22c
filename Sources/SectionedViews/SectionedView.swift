public import SectionedData

/// A view that shows a `DataSource` and can animate its changes, stage by stage.
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

  /// Shows the whole list again and returns when that is done.
  func reload() async

  /// Shows one stage and returns when its animation has ended.
  ///
  /// Implement this if the view counts its sections and items when its batch of updates begins, as
  /// the table and collection views of UIKit do. Such a view calls `commit` in its batch:
  ///
  /// ```swift
  /// func show(
  ///   _ stage: SectionedStage<Section>, animated animations: AnimationConfiguration,
  ///   commit: @escaping @MainActor () -> Void
  /// ) async {
  ///   await performBatchUpdates {
  ///     commit()
  ///     deleteItems(at: stage.changes.deletedItems)
  ///     insertItems(at: stage.changes.insertedItems)
  ///   }
  /// }
  /// ```
  ///
  /// By default, it calls `commit` and then ``show(_:animated:)``.
  ///
  /// - Parameters:
  ///   - stage: The changes, and the list that results from them.
  ///   - animations: The animation of each kind of change.
  ///   - commit: Puts the stage's list into the data source, which has the list before the stage
  ///     until then. Call it once, before the first suspension. If it is not called, the data source
  ///     gets the list when this returns.
  func show(
    _ stage: SectionedStage<Section>, animated animations: AnimationConfiguration,
    commit: @escaping @MainActor () -> Void
  ) async

  /// Shows one stage, whose list the data source already has, and returns when its animation has
  /// ended.
  ///
  /// Implement this, or ``show(_:animated:commit:)``.
  func show(_ stage: SectionedStage<Section>, animated animations: AnimationConfiguration) async
}

extension SectionedView {
  /// Commits the stage and then shows it.
  public func show(
    _ stage: SectionedStage<Section>, animated animations: AnimationConfiguration,
    commit: @escaping @MainActor () -> Void
  ) async {
    commit()
    await show(stage, animated: animations)
  }

  /// Not called for a view that implements ``show(_:animated:commit:)``.
  public func show(
    _ stage: SectionedStage<Section>, animated animations: AnimationConfiguration
  ) async {
    preconditionFailure("a view implements show(_:animated:) or show(_:animated:commit:)")
  }
}
