import SectionedData
import SectionedViews

/// A view for examples: it applies the changes of each stage to what it shows, as a list view does.
@MainActor
final class ListView<Section: DifferentiableSection>: SectionedView where Section: Equatable {
  let isOnScreen = true
  private(set) var shown: [Section] = []
  private(set) var stageCount = 0

  /// Whether what was shown after every stage was what the data said.
  private(set) var isRight = true

  /// The data, which the view asks when it is reloaded.
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
