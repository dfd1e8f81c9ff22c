import SectionedData
import Testing

@testable import SectionedViews

/// A name that keeps its identity when it is marked.
private struct Person: Identifiable, Equatable, Sendable {
  var id: String
  var isDead = false
}

private struct Letter: Identifiable, Equatable, Sendable {
  var id: String
  var subtitle = ""
}

private typealias People = IdentifiedSection<Letter, Person>

/// A view that records its calls, and the content of the data source at that moment.
@MainActor
private final class RecordingView: SectionedView {
  typealias Section = People

  var isOnScreen = true
  var log: [String] = []
  var updater: ViewUpdater<RecordingView, String>?
  var willShow: () async -> Void = {}
  var pending: [Task<ViewUpdate, Never>] = []

  func reload() async {
    log.append("reload \(shown)")
  }

  func show(_ stage: SectionedStage<People>, animated animations: AnimationConfiguration) async {
    await Task.yield()  // an animation takes time
    await willShow()
    log.append("\(stage.kind) \(shown) \(animations.insert.rawValue)")
  }

  private var shown: String {
    guard let source = updater?.dataSource else { return "nothing" }
    return source.sections.map { section in
      section.header.id + section.items.map { $0.isDead ? "†" + $0.id : $0.id }.joined()
    }.joined(separator: " ")
  }
}

@MainActor
struct ViewUpdaterTests {
  private let view = RecordingView()

  private func updater(
    _ change: (inout ViewUpdater<RecordingView, String>.Configuration) -> Void = { _ in }
  ) -> ViewUpdater<RecordingView, String> {
    var configuration = ViewUpdater<RecordingView, String>.Configuration()
    change(&configuration)
    let updater = ViewUpdater<RecordingView, String>(
      dataSource: DataSource(
        configuration: .init(
          row: { person, _, _ in person.isDead ? "† \(person.id)" : person.id },
          canMove: { person, _ in !person.isDead })),
      configuration: configuration)
    view.updater = updater
    return updater
  }

  private func list(_ sections: (String, [String])...) -> [People] {
    sections.map { People(header: Letter(id: $0.0), items: $0.1.map { Person(id: $0) }) }
  }

  @Test func theFirstListIsReloadedAndLaterOnesAnimated() async {
    let updater = updater()
    await updater.attach(view)
    #expect(await updater.update(to: list(("A", ["a"]))) == .reload)
    #expect(await updater.update(to: list(("A", ["a", "b"]))) == .animated)
    #expect(view.log == ["reload Aa", "completion Aab automatic"])
  }

  @Test func theFirstListCanBeAnimatedToo() async {
    let updater = updater {
      $0.animatesFirstLoad = true
      $0.animations.insert = .fade
    }
    await updater.attach(view)
    #expect(await updater.update(to: list(("A", ["a"]))) == .animated)
    #expect(view.log == ["arrangement Aa fade"])
  }

  @Test func theDataSourceHasTheListOfEachStage() async {
    let updater = updater()
    await updater.attach(view)
    await updater.update(to: list(("A", ["a", "b"]), ("B", ["c"])))
    await updater.update(to: list(("C", ["e"]), ("A", ["b", "d"])))
    #expect(
      view.log == [
        "reload Aab Bc", "reduction Ab automatic", "arrangement Ce Ab automatic",
        "completion Ce Abd automatic",
      ])
    #expect(updater.dataSource.sections == list(("C", ["e"]), ("A", ["b", "d"])))
  }

  @Test func equalListsAnimateNothingAndNewValuesAreStored() async {
    let updater = updater()
    await updater.attach(view)
    await updater.update(to: list(("A", ["a"])))
    #expect(await updater.update(to: list(("A", ["a"]))) == .unchanged)
    #expect(view.log == ["reload Aa"])
  }

  @Test func aHeaderThatChangedIsShown() async {
    let updater = updater()
    await updater.attach(view)
    await updater.update(to: list(("A", ["a"])))
    var sections = list(("A", ["a"]))
    sections[0].header.subtitle = "new"
    #expect(await updater.update(to: sections) == .animated)
    #expect(updater.dataSource.sections[0].header.subtitle == "new")
  }

  @Test func aViewThatIsNotOnTheScreenCatchesUpWhenItIs() async {
    let updater = updater()
    await updater.update(to: list(("A", ["a"])))
    #expect(updater.dataSource.numberOfSections == 1)
    #expect(view.log == [])
    await updater.attach(view)
    view.isOnScreen = false
    await updater.update(to: list(("B", ["b"])))
    view.isOnScreen = true
    await updater.update(to: list(("B", ["b", "c"])))
    #expect(view.log == ["reload Aa", "reload Bb", "completion Bbc automatic"])
  }

  @Test func aDetachedViewIsNotCalledAndItsListIsKept() async {
    let updater = updater()
    await updater.attach(view)
    await updater.update(to: list(("A", ["a"])))
    updater.detach()
    #expect(await updater.update(to: list(("B", ["b"]))) == .unchanged)
    await updater.attach(view)
    #expect(view.log == ["reload Aa", "reload Bb"])
  }

  @Test func listsThatCannotBeComparedAreReloadedAndReported() async {
    var failures: [String] = []
    let updater = updater { $0.onFailure = { failures.append("\($0)") } }
    await updater.attach(view)
    await updater.update(to: list(("A", ["a"])))
    #expect(await updater.update(to: list(("A", ["a", "a"]))) == .reload)
    #expect(view.log == ["reload Aa", "reload Aaa"])
    #expect(failures == [#"item "a" is in the final list twice: at (0, 0) and at (0, 1)"#])
  }

  @Test func duplicatesAreRemovedByChoice() async {
    var failures: [String] = []
    let updater = updater {
      $0.duplicates = .last
      $0.onFailure = { failures.append("\($0)") }
    }
    await updater.attach(view)
    await updater.update(to: list(("A", ["a", "b", "a"])))
    #expect(await updater.update(to: list(("A", ["a", "c", "b", "a"]), ("B", ["c"]))) == .animated)
    #expect(updater.dataSource.sections == list(("A", ["b", "a"]), ("B", ["c"])))
    #expect(view.log.first == "reload Aba" && failures == [])
  }

  @Test func theTransitionIsDecidedFromTheSteps() async {
    let updater = updater {
      $0.transition = { stages in
        stages.contains { !$0.changes.deletedSections.isEmpty } ? .reload : .animated
      }
    }
    await updater.attach(view)
    await updater.update(to: list(("A", ["a"]), ("B", ["b"])))
    #expect(await updater.update(to: list(("B", ["b"]))) == .reload)
    #expect(await updater.update(to: list(("B", ["b", "c"]))) == .animated)
  }

  @Test func reloadingNeedsNoIdentities() async {
    let updater = updater { $0.alwaysReloads = true }
    await updater.attach(view)
    await updater.update(to: list(("A", ["a", "a"])))
    #expect(await updater.update(to: list(("A", ["a", "a", "a"]))) == .reload)
    #expect(view.log == ["reload Aaa", "reload Aaaa"])
  }

  @Test func ofListsThatArriveMeanwhileTheNewestIsShown() async {
    let updater = updater()
    await updater.attach(view)
    await updater.update(to: list(("A", [])))
    view.willShow = { [view, list = list(("A", ["a"])), newest = list(("A", ["b"]))] in
      view.willShow = {}
      view.pending = [list, newest].map { wanted in
        Task.detached { await updater.update(to: wanted) }
      }
      while view.log.count < 1 || updater.wanted?.number != 4 { await Task.yield() }
    }
    #expect(await updater.update(to: list(("A", ["c"]))) == .animated)
    var outcomes: [ViewUpdate] = []
    for task in view.pending { outcomes.append(await task.value) }
    #expect(Set(outcomes) == [.superseded, .animated])
    #expect(updater.dataSource.sections.count == 1)
    #expect(updater.dataSource.sections[0].items.count == 1)
  }

  @Test func anUpdateWithinShowIsReportedAndShownLater() async {
    var failures: [String] = []
    let updater = updater { $0.onFailure = { failures.append("\($0)") } }
    await updater.attach(view)
    await updater.update(to: list(("A", [])))
    var inner: ViewUpdate?
    view.willShow = { [view, list = list(("A", ["b"]))] in
      view.willShow = {}
      inner = await updater.update(to: list)
    }
    await updater.update(to: list(("A", ["a"])))
    #expect(inner == .deferred)
    #expect(failures == ["a view updated its list while it showed a stage of it"])
    while updater.dataSource.sections != list(("A", ["b"])) { await Task.yield() }
  }

  /// Afterwards, the data and the view are equal, and the moved item is where the list wants it.
  @Test func aMoveByTheUserWhileAStageIsShownIsNotOverwritten() async throws {
    let updater = updater()
    await updater.attach(view)
    await updater.update(to: list(("A", ["1", "2", "3", "4"])))
    view.willShow = { [view] in
      view.willShow = {}
      try? updater.moveItem(from: .init(section: 0, item: 2), to: .init(section: 0, item: 0))
    }
    #expect(await updater.update(to: list(("A", ["2", "3", "4", "5"]))) == .animated)
    #expect(
      view.log == [
        "reload A1234", "reduction A423 automatic", "completion A2345 automatic",
      ])
    #expect(updater.dataSource.sections == list(("A", ["2", "3", "4", "5"])))
  }

  @Test func aViewDetachedDuringAStageIsNotCalledAnyMore() async {
    let updater = updater()
    await updater.attach(view)
    await updater.update(to: list(("A", ["a"])))
    view.willShow = { updater.detach() }
    #expect(await updater.update(to: list(("A", ["b"]))) == .unchanged)
    #expect(view.log.count == 2)
    #expect(updater.dataSource.sections == list(("A", ["b"])))
    view.willShow = {}
    await updater.attach(view)
    #expect(view.log.last == "reload Ab")
  }

  @Test func aCancelledUpdateIsRemovedBeforeItIsShown() async {
    let updater = updater()
    await updater.attach(view)
    await updater.update(to: list(("A", [])))
    let task = Task { await updater.update(to: list(("A", ["a"]))) }
    task.cancel()
    #expect(await task.value == .superseded)
    #expect(await updater.update(to: list(("A", []))) == .unchanged)
  }

  @Test func theListsOfASequenceAreFollowedToTheNewest() async {
    let updater = updater()
    await updater.attach(view)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for count in 0...9 { continuation.yield(count) }
    continuation.finish()
    await updater.follow(stream) { count in list(("A", (0..<count).map { "\($0)" })) }
    #expect(updater.dataSource.sections[0].items.count == 9)
    #expect(view.log.first?.hasPrefix("reload") == true)
  }

  @Test func theViewIsNotKeptAlive() async {
    let updater = updater()
    var other: RecordingView? = RecordingView()
    if let other { await updater.attach(other) }
    weak let gone = other
    other = nil
    #expect(gone == nil)
    #expect(await updater.update(to: list(("A", ["a"]))) == .unchanged)
  }

  @Test func aMoveByTheUserIsAppliedWithoutCallingTheView() async throws {
    let updater = updater()
    await updater.attach(view)
    await updater.update(to: list(("A", ["a", "b"]), ("B", [])))
    try updater.moveItem(from: .init(section: 0, item: 0), to: .init(section: 1, item: 0))
    #expect(updater.dataSource.sections == list(("A", ["b"]), ("B", ["a"])))
    #expect(view.log.count == 1)
  }

  @Test func anInvalidMoveChangesNothing() async {
    let updater = updater()
    var sections = list(("A", ["a", "b"]))
    sections[0].items[1].isDead = true
    await updater.update(to: sections)
    let here = ItemPath(section: 0, item: 0)
    #expect(throws: DataSourceError.itemOutOfRange(.init(section: 0, item: 2), count: 2)) {
      try updater.moveItem(from: here, to: .init(section: 0, item: 2))
    }
    #expect(throws: DataSourceError.sectionOutOfRange(1, count: 1)) {
      try updater.moveItem(from: here, to: .init(section: 1, item: 0))
    }
    #expect(throws: DataSourceError.notMovable(.init(section: 0, item: 1))) {
      try updater.moveItem(from: .init(section: 0, item: 1), to: here)
    }
    #expect(updater.dataSource.sections == sections)
  }
}
