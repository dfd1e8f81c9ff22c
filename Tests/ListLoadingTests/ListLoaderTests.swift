import LibraryTestSupport
import ListModel
import NameSearch
import TargetStore
import TestSupport
import Testing

@testable import ListLoading

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ListLoaderTests {
  /// The last snapshot that a loader published.
  private final class Told {
    var last: ListLoader.Snapshot?

    var names: [String] { last?.index.texts ?? [] }
  }

  private func loader(_ told: Told, isPatient: Bool = false) throws -> ListLoader {
    ListLoader(
      of: StoredPages(store: .none, list: try ListName("list")), store: .none,
      list: try ListName("list"),
      NameIndex(order: NameOrder()), publish: { told.last = $0 },
      sleep: { try await Task.sleep(for: isPatient ? .seconds(1_000_000) : $0) })
  }

  private func change(_ name: String, _ before: Flags?, _ after: Flags?) throws
    -> EditResult.Change
  {
    .init(name: try Name(name), before: before, after: after)
  }

  @Test(arguments: 0..<50)
  func theEndIsReportedWheneverItComes(pause: Int) async throws {
    let told = Told()
    let loader = try loader(told)
    await loader.add(try NameBatch(["Bo"]), of: 0)
    for _ in 0..<pause { await Task.yield() }
    await loader.add(try NameBatch(["Ada"]), of: 0)
    await loader.add(NameBatch(), of: 0, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.names == ["Ada", "Bo"])
  }

  /// Long pages are sorted while others, some of them short, arrive.
  @Test(arguments: [0, 3, 9])
  func noNameIsLostWhilePagesAreSorted(pause: Int) async throws {
    let told = Told()
    let loader = try loader(told)
    var all: [String] = []
    for page in 0..<6 {
      let count = page % 2 == 0 ? 9_000 : 3
      let names = (0..<count).map { String(10_000 * page + $0, radix: 36) }
      all += names
      await loader.add(try NameBatch(names.map { try Name($0) }), of: 0)
      for _ in 0..<(pause * page) { await Task.yield() }
    }
    await loader.add(try NameBatch(["0", "1"]), of: 0, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.last?.index.duplicateCount == 2)
    #expect(Set(told.names) == Set(all))
    #expect(told.names.count == all.count)
  }

  /// Between two sorts, this loader waits until the list is complete.
  @Test func whatMatchesIsListedWhileNamesWait() async throws {
    let told = Told()
    let loader = try loader(told, isPatient: true)
    await loader.add(try NameBatch(["Ada", "Bo 7"]), of: 0)
    await eventually { told.names == ["Ada", "Bo 7"] }
    let numbers = NameBatch(try (0..<WaitingScan.leastNames).map { try Name("row \($0)") })
    await loader.add(numbers, of: 0)
    loader.seek(NameQuery("7 row"))
    await eventually { told.names.contains("row 7") }
    #expect(told.names.allSatisfy { $0.hasPrefix("row 7") || ["Ada", "Bo 7"].contains($0) })
    #expect(told.names.count == 2 + (0..<WaitingScan.leastNames).count { "\($0)".hasPrefix("7") })
    loader.seek(NameQuery("row 12345"))
    await eventually { told.names == ["Ada", "Bo 7", "row 12345"] }
    #expect(told.last?.isSettled == false)
    await loader.add(try NameBatch(["row 77"]), of: 0, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.names.count == 2 + WaitingScan.leastNames)
    #expect(told.last?.index.duplicateCount == 1)
  }

  /// One row that takes long to sort says nothing of the time of many.
  @Test func aStreamThatPausesIsSorted() async throws {
    let told = Told()
    let loader = try loader(told)
    await loader.add(try NameBatch(["Ada"]), of: 0)
    await eventually { told.names == ["Ada"] }
    await loader.add(NameBatch(try (0..<50_000).map { try Name("row \($0)") }), of: 0)
    await eventually { told.last?.index.count == 50_001 }
    #expect(told.last?.isSettled == false)
  }

  @Test func anEmptyListEndsToo() async throws {
    let told = Told()
    let loader = try loader(told)
    await loader.add(NameBatch(), of: 0, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.names == [])
  }

  @Test func editsCountInTheOrderTheyWereMade() async throws {
    let told = Told()
    let loader = try loader(told)
    await loader.add(try NameBatch(["Ada", "Bo"]), of: 0)
    let changes = try [
      change("Cy", nil, []), change("Ada", [], nil), change("Cy", [], nil),
      change("Ada", nil, .dead), change("Di", nil, []), change("Di", [], .dead),
    ]
    loader.apply(changes, at: ListVersion(identity: "list", version: 1))
    await loader.add(NameBatch(), of: 0, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.names == ["Ada", "Bo", "Di"])
  }

  @Test func aLaterListReplacesAllNamesAndLateOnesAreIgnored() async throws {
    let told = Told()
    let loader = try loader(told)
    await loader.add(try NameBatch(["Ada", "Bo"]), of: 0)
    await loader.add(try NameBatch(["Cy"]), of: 1, waitsUntilListed: true)
    #expect(told.names == ["Cy"])
    await loader.add(try NameBatch(["Di"]), of: 0, isLast: true)
    await loader.add(NameBatch(), of: 1, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.last?.generation == 1)
    #expect(told.names == ["Cy"])
  }

  /// How changes are reported: as the answer to an edit, or as changes read from the store.
  private enum Telling: CaseIterable {
    case answer, news
  }

  private nonisolated static let orders: [[Telling]] = [
    [.answer], [.news], [.answer, .news], [.news, .answer], [.answer, .news, .news],
    [.news, .news, .answer],
  ]

  @Test(
    "Loading: an undo that is reported twice adds each row once, with its detail",
    arguments: orders,
    [0, 1, 5, 50])
  private func toldTwice(order: [Telling], pause: Int) async throws {
    let told = Told()
    let loader = try loader(told)
    var start = NameBatch()
    for number in 10..<40 { start.append(try Name("row \(number)"), detail: "new") }
    await loader.add(start, of: 0, isLast: true)
    for _ in 0..<pause { await Task.yield() }
    let texts = RowTexts(detail: "old")
    let rows = try (0..<40).map { try Name("row \($0)") }
    let mark = ListVersion(identity: "list", version: 7)
    for telling in order {
      switch telling {
      case .answer:
        loader.apply(
          rows.enumerated().map { place, name in
            .init(
              name: name, before: place < 10 ? nil : [], after: place == 39 ? nil : [], texts: texts
            )
          }, at: mark, isOfStep: true)
      case .news:
        _ = loader.follow(
          ListNews(
            changes: rows.enumerated().map { ($1, $0 == 39 ? nil : []) },
            texts: Dictionary(uniqueKeysWithValues: rows.map { ($0, texts) }), mark: mark))
      }
      for _ in 0..<pause { await Task.yield() }
    }
    while await loader.settled == nil { await Task.yield() }
    let index = try #require(told.last?.index)
    #expect(index.duplicateCount == 0)
    #expect((0..<39).allSatisfy { index.detail(at: NameRow($0)) == "old" })
    #expect(Set(told.names) == Set(rows.dropLast().map(\.text)))
  }

  @Test(
    "Loading: the end is reported even if the last change changes nothing", arguments: 0..<50)
  func changeOfNothing(pause: Int) async throws {
    let told = Told()
    let loader = try loader(told)
    await loader.add(try NameBatch((0..<500).map { "row \($0)" }), of: 0, isLast: true)
    for _ in 0..<pause { await Task.yield() }
    for version in 1...5 {
      loader.apply(
        [try change("row 7", [], .dead)],
        at: ListVersion(identity: "list", version: Int64(version)),
        isOfStep: true)
    }
    await eventually { told.last?.isSettled == true }
    #expect(told.names.count == 500)
  }
}
