import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Observation
import SectionedData
import SectionedViews
import Synchronization
import Testing
import UIKitStandIn

/// The list of the articles, on each kind of view.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct TargetExamples {
  private let clock = TestClock()
  private let typed = AsyncStream.makeStream(of: String.self)
  private let targets = ["Bran Stark", "Arya Stark", "Tywin Lannister"].map { Target(id: $0) }

  private func loop() -> Loop<Targets, Targets.Event> {
    targetLoop(targets, edits: typed.stream, clock: clock)
  }

  /// Types and crosses off names, on a view that shows the loop.
  private func use(_ loop: Loop<Targets, Targets.Event>, shown: () -> [[String]]) async {
    await eventually { shown().count == 3 }
    #expect(shown() == [["Arya Stark"], ["Bran Stark"], ["Tywin Lannister"]])
    typed.continuation.yield("st")
    await eventually { shown() == [["Arya Stark"], ["Bran Stark"]] }
    loop.send(.flagToggled("Arya Stark"))
    await eventually { shown() == [["† Arya Stark"], ["Bran Stark"]] }
    typed.continuation.yield("")
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(300))
    await eventually { shown() == [["† Arya Stark"], ["Bran Stark"], ["Tywin Lannister"]] }
  }

  @Test func aTable() async {
    let loop = loop()
    let table = TargetTable(view: UITableView())
    table.view.window = UIWindow()
    await table.updater.attach(table)
    let following = Task { await table.updater.follow(loop.states, sections: \.letters) }
    await use(loop) { table.view.shown }
    let source = table.view.dataSource
    #expect(source?.sectionIndexTitles(for: table.view) == ["A", "B", "T"])
    #expect(source?.tableView(table.view, sectionForSectionIndexTitle: "T", at: 2) == 2)
    #expect(source?.tableView(table.view, titleForHeaderInSection: 1) == "B")
    #expect(source?.tableView(table.view, canEditRowAt: .init(row: 0, section: 0)) == true)
    loop.stop()
    await following.value
    #expect(table.view.faults == [])
  }

  @Test func aCollection() async {
    let loop = loop()
    let collection = TargetCollection(view: UICollectionView())
    collection.view.window = UIWindow()
    await collection.updater.attach(collection)
    let following = Task { await collection.updater.follow(loop.states, sections: \.letters) }
    await use(loop) { collection.view.shown }
    loop.stop()
    await following.value
    #expect(collection.view.faults == [])
  }

  @Test func aSwiftUIList() {
    let loop = ObservableLoop(loop())
    let view = TargetListView(loop: loop)
    let told = Atomic(0)
    withObservationTracking {
      #expect(view.lines.first == "search: " && view.lines.count == 7)
    } onChange: {
      told.add(1, ordering: .relaxed)
    }
    view.search.wrappedValue = "st"
    #expect(view.lines == ["search: st", "A", "Arya Stark", "B", "Bran Stark"])
    loop.send(.flagToggled("Arya Stark"))
    #expect(view.lines == ["search: st", "A", "† Arya Stark", "B", "Bran Stark"])
    #expect(told.load(ordering: .relaxed) > 0)
  }

  @Test func aSecondEditWaitsForTheEndOfTheInterval() async throws {
    let clock = TestClock()
    let (edits, field) = AsyncStream.makeStream(of: String.self)
    let loop = TestLoop(
      Targets(all: [Target(id: "Arya Stark")]), reduce: Targets.reduce,
      feedbacks: [
        .bind(events: [
          edits.throttled(for: .milliseconds(300), clock: clock).map { .searchEdited($0) }
        ])
      ])
    field.yield("a")
    try await loop.receive(.searchEdited("a")) { $0.search = "a" }
    field.yield("ary")
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(300))
    try await loop.receive(.searchEdited("ary")) { $0.search = "ary" }
    try loop.finish()
  }
}
