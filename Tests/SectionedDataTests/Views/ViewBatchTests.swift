import LibraryTestSupport
import SectionedData
import SectionedViews
import Testing

/// A view that reads its data when a batch of updates begins and when it ends, as those of UIKit do.
@MainActor
private final class BatchView: SectionedView {
  typealias Section = Rows

  let isOnScreen = true
  var data: () -> [Rows] = { [] }
  var commits = true
  private(set) var shown: [Rows] = []
  private(set) var reloadCount = 0
  private(set) var stageCount = 0
  private(set) var faults: [String] = []

  func reload() async {
    reloadCount += 1
    shown = data()
  }

  func show(
    _ stage: SectionedStage<Rows>, animated animations: AnimationConfiguration,
    commit: @escaping @MainActor () -> Void
  ) async {
    stageCount += 1
    if data() != shown { faults.append("a batch began with other data than the view shows") }
    shown = stage.applied(to: shown) ?? []
    if commits {
      commit()
      if data() != shown { faults.append("a batch ended with other data than the view shows") }
    }
    await Task.yield()
    commit()
  }
}

@MainActor
struct ViewBatchTests {
  private let view = BatchView()

  private func updater(_ sections: [Rows] = []) -> ViewUpdater<BatchView, Int> {
    let updater = ViewUpdater<BatchView, Int>(
      dataSource: DataSource(sections: sections, configuration: .init { row, _, _ in row.id }))
    view.data = { updater.dataSource.sections }
    return updater
  }

  @Test(arguments: UInt64(0)..<60)
  func theDataIsTheOldListUntilTheViewCommitsTheStage(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    var list = RandomSections.list(using: &random)
    let updater = updater()
    await updater.attach(view)
    for _ in 0..<8 {
      await updater.update(to: list)
      #expect(view.shown == list)
      #expect(updater.dataSource.sections == list)
      list = RandomSections.edited(list, using: &random)
    }
    #expect(view.faults == [])
    #expect(view.stageCount > 0)
  }

  /// Even if the view commits late or never, the next stage begins with its list.
  @Test(arguments: UInt64(0)..<10)
  func aStageThatIsNotCommittedInTimeIsCommittedAtItsEnd(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let list = RandomSections.list(using: &random)
    view.commits = false
    let updater = updater()
    await updater.attach(view)
    for list in [list, RandomSections.edited(list, using: &random), []] {
      await updater.update(to: list)
      #expect(updater.dataSource.sections == list)
    }
    #expect(view.faults == [])
  }

  @Test(arguments: UInt64(0)..<10)
  func attachingShowsTheListOfTheDataSource(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let list = RandomSections.list(using: &random)
    let updater = updater(list)
    await updater.attach(view)
    #expect(view.shown == list)
    #expect(view.reloadCount == (list.isEmpty ? 0 : 1))
    // The list that was shown counts as the first.
    let next = list + [Rows(100, [Row(100)])]
    #expect(await updater.update(to: next) == (list.isEmpty ? .reload : .animated))
    #expect(view.shown == next)
    #expect(view.faults == [])
  }
}
