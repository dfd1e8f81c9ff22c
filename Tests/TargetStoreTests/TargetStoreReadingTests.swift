import ListModel
import NameSearch
import Synchronization
import TargetStore
import TestSupport
import Testing

@Suite(.onEachEngine, .inTurn)
struct TargetStoreReadingTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test func readingDoesNotCreateAStore() async throws {
    let store = try fixture.open()
    #expect(try await store.lists() == [])
    #expect(try await store.flags(in: fixture.list) == [:])
    #expect(try await store.listNames().contains(fixture.list) == false)
    let page = try await store.names(in: fixture.list, limit: 1)
    #expect(page == KeptPage(names: [], next: nil))
    let edit = try Edit(.dead, names("a"))
    #expect(try await store.apply(edit, to: fixture.list) == EditResult(unknown: names("a")))
    #expect(try fixture.files() == [])
  }

  @Test func anEmptyFileIsANewStore() async throws {
    try fixture.directory.write("", to: "targets.db")
    let store = try fixture.open()
    #expect(try await store.lists() == [])
    try await fixture.edit(.add, "a")
    #expect(try await store.contents(of: fixture.list) == ["a": []])
  }

  @Test func textsWithAPrefixAreFoundUnchanged() async throws {
    let store = try await fixture.filled(with: "Ada", "Ad", "Adb", "AE", "ada", "Jose\u{301}")
    _ = try await store.apply(Edit(.drop, names("Adb")), to: fixture.list)
    func texts(_ prefix: String, _ limit: Int = 9) async throws -> [String] {
      try await store.texts(in: fixture.list, startingWith: prefix, limit: limit)
    }
    #expect(try await texts("Ad") == ["Ad", "Ada"])
    #expect(try await texts("Ada") == ["Ada"])
    #expect(try await texts("Adc") == [])
    // What all have in common is what the first and the last have in common.
    #expect(try await texts("", 2).map { $0.first } == ["A", "a"])
    #expect(try await texts("A", 2) == ["AE", "Ada"])
    #expect(try await texts("J").map { Array($0.utf8) } == [Array("Jose\u{301}".utf8)])
    #expect(try await store.texts(in: ListName("none"), startingWith: "", limit: 9) == [])
  }

  @Test func onlyFlaggedRowsAreReturned() async throws {
    let store = try await fixture.filled(with: "a", "b", "c", "d")
    _ = try await store.apply(Edit(.dead, names("b", "c")), to: fixture.list)
    _ = try await store.apply(Edit(.like, names("c", "d")), to: fixture.list)
    _ = try await store.apply(Edit(.dead, names("x"), addsUnknown: true), to: ListName("other"))
    #expect(
      try await store.flags(in: fixture.list) == [
        Name("b"): .dead, Name("c"): [.dead, .liked], Name("d"): .liked,
      ])
  }

  @Test func listSummariesAreInNameOrder() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    _ = try await store.apply(Edit(.dead, names("a", "b")), to: fixture.list)
    _ = try await store.apply(Edit(.like, names("b")), to: fixture.list)
    let tomorrow = Moment(microseconds: Moment.now.microseconds + 86_400_000_000)
    // A snooze of a decided row has no effect.
    _ = try await store.apply(Edit(.snooze, names("b", "c"), until: tomorrow), to: fixture.list)
    let branches = try ListName("branches")
    _ = try await store.apply(Edit(.add, names("main")), to: branches)
    _ = try await store.apply(Edit(.drop, names("main")), to: branches)
    #expect(
      try await store.lists() == [
        ListSummary(name: branches, count: 0, dead: 0, ok: 0, snoozed: 0),
        ListSummary(name: fixture.list, count: 3, dead: 2, ok: 0, snoozed: 1),
      ])
    #expect(try await store.listNames().contains(branches))
    #expect(try await store.listNames().contains(ListName("else")) == false)
  }

  @Test(arguments: [1, 2, 3, 4, 6, 7, 8])
  func pagesTogetherAreTheOrderedList(limit: Int) async throws {
    let store = try await fixture.filled(with: "b", "Z", "é", "a", "aa", "名", "-")
    var pages: [KeptPage] = [try await store.names(in: fixture.list, limit: limit)]
    while let next = pages.last?.next {
      pages.append(try await store.names(in: fixture.list, after: next, limit: limit))
    }
    #expect(pages.flatMap(\.names).map(\.name.text) == ["-", "Z", "a", "aa", "b", "é", "名"])
    #expect(pages.dropLast().allSatisfy { $0.names.count == limit })
    #expect(pages.last?.names.isEmpty == false)
  }

  @Test func aCursorOutlivesItsNames() async throws {
    let store = try await fixture.filled(with: "a", "b", "c", "d")
    let first = try await store.names(in: fixture.list, limit: 2)
    _ = try await store.apply(Edit(.drop, names("a", "b", "c")), to: fixture.list)
    let next = try #require(first.next)
    let second = try await store.names(in: fixture.list, after: next, limit: 2)
    #expect(second == KeptPage(names: [StoredRow(name: try Name("d"), flags: [])], next: nil))
  }

  @Test func anImportLeavesExistingRowsUnchanged() async throws {
    let store = try await fixture.filled(with: "cafe\u{301}", "b")
    _ = try await store.apply(Edit(.dead, names("b")), to: fixture.list)
    let batch = NameBatch(try names("b", "caf\u{e9}", "new", "new"))
    #expect(try await store.importNames(batch, into: fixture.list).added == 1)
    let kept = try await store.names(in: fixture.list, limit: 9).names
    #expect(kept.map(\.flags) == [.dead, [], []])
    #expect(kept.map(\.name.original.unicodeScalars.count) == [1, 5, 3])
  }

  @Test func anImportReportsItsProgress() async throws {
    let batch = try NameBatch((0..<20_000).map { "name \($0)" })
    let steps = Mutex<[Int]>([])
    let added = try await fixture.open().importNames(batch, into: fixture.list) { count in
      steps.withLock { $0.append(count) }
    }
    #expect(added.added == 20_000)
    #expect(steps.withLock(\.self) == [8_192, 16_384, 20_000])
    #expect(try await fixture.open().lists().map(\.count) == [20_000])
  }

  @Test func aCancelledImportAddsNothing() async throws {
    let store = try await fixture.filled(with: "a")
    let names = try NameBatch((0..<20_000).map { "name \($0)" })
    let batch = names
    let list = fixture.list
    let task = Task {
      try await store.importNames(batch, into: list) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: StoreError.cancelled) { try await task.value }
    #expect(try await store.contents(of: list) == ["a": []])
    #expect(try await store.undo(in: list)?.changes.count == 1)
  }

  @Test func importingNothingCreatesNothing() async throws {
    #expect(try await fixture.open().importNames(NameBatch(), into: fixture.list).added == 0)
    #expect(try fixture.files() == [])
  }
}
