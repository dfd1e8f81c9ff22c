import SectionedData
import SectionedViews

/// A view for examples, which applies the changes of each stage to its rows, as a list view does.
@MainActor
final class ListView<Section: DifferentiableSection>: SectionedView where Section: Equatable {
  let isOnScreen = true
  private(set) var shown: [Section] = []
  private(set) var stageCount = 0

  /// Whether the view equalled the data after every stage.
  private(set) var isRight = true

  /// The data that the view reads when it is reloaded.
  var data: () -> [Section] = { [] }

  func reload() async {
    shown = data()
  }

  func show(_ stage: SectionedStage<Section>, animated animations: AnimationConfiguration) async {
    await Task.yield()  // the animation
    shown = stage.applied(to: shown) ?? []
    stageCount += 1
    isRight = isRight && shown == stage.sections && shown == data()
  }
}
