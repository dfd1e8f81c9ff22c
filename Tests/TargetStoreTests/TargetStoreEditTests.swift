import ListModel
import NameSearch
import TargetStore
import TestSupport
import Testing

@Suite(.onEachEngine, .inTurn)
struct TargetStoreEditTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  /// "name" first gets the flags `before`; `nil` means that it is not in the list.
  @Test(
    arguments: [
      (nil, .dead, nil), (nil, .reopen, nil), (nil, .like, nil), (nil, .unlike, nil),
      (nil, .drop, nil), (nil, .add, []),
      ([], .dead, .dead), ([], .reopen, []), ([], .like, .liked), ([], .unlike, []),
      ([], .drop, nil), ([], .add, []),
      (.dead, .dead, .dead), (.dead, .reopen, []), (.dead, .like, [.dead, .liked]),
      (.dead, .unlike, .dead), (.dead, .drop, nil), (.dead, .add, .dead),
      ([.dead, .liked], .reopen, .liked), ([.dead, .liked], .unlike, .dead),
      (.liked, .dead, [.dead, .liked]), (.liked, .like, .liked), (.liked, .drop, nil),
    ] as [(Flags?, Edit.Action, Flags?)])
  func everyActionHasOneOutcome(before: Flags?, action: Edit.Action, after: Flags?) async throws {
    let store = try await fixture.filled(with: "other")
    let list = fixture.list
    let name = try Name("name")
    if let before {
      _ = try await store.apply(Edit(.add, [name]), to: list)
      if before.contains(.dead) { _ = try await store.apply(Edit(.dead, [name]), to: list) }
      if before.contains(.liked) { _ = try await store.apply(Edit(.like, [name]), to: list) }
    }

    let result = try await store.apply(Edit(action, [name]), to: list)
    if before != after {
      let change = EditResult.Change(
        name: name, before: before, after: after ?? before?.union(.dropped))
      #expect(result == EditResult(changes: [change]))
    } else if before == nil {
      #expect(result == EditResult(unknown: [name]))
    } else {
      #expect(result == EditResult(unchanged: [name]))
    }
    #expect(try await fixture.open().contents(of: list)["name"] == after)
  }

  @Test(
    arguments: [
      (.dead, .dead), (.like, .liked), (.add, []), (.reopen, nil), (.unlike, nil), (.drop, nil),
    ] as [(Edit.Action, Flags?)])
  func anUnknownNameIsAddedOnlyByActionsThatMayAdd(
    action: Edit.Action, after: Flags?
  ) async throws {
    let store = try fixture.open()
    let result = try await store.apply(
      Edit(action, names("name"), addsUnknown: true), to: fixture.list)
    #expect(try result.unknown == (after == nil ? names("name") : []))
    #expect(try await store.contents(of: fixture.list)["name"] == after)
  }

  @Test func manyNamesAreOneEditInTheGivenOrder() async throws {
    let store = try await fixture.filled(with: "b", "a", "c")
    _ = try await store.apply(Edit(.dead, names("c")), to: fixture.list)
    let result = try await store.apply(
      Edit(.dead, names("c", "b", "x", "a", "b")), to: fixture.list)
    #expect(try result.changes.map(\.name) == names("b", "a"))
    #expect(try result.unchanged == names("c"))
    #expect(try result.unknown == names("x"))
  }

  @Test func anEditWithoutNamesDoesNothing() async throws {
    #expect(try await fixture.open().apply(Edit(.add, []), to: fixture.list) == EditResult())
    #expect(try fixture.files() == [])
  }

  @Test func namesThatAreTheSameTextInUnicodeAreOneName() async throws {
    let composed = "caf\u{e9}"
    let decomposed = "cafe\u{301}"
    let store = try await fixture.filled(with: decomposed)
    let result = try await store.apply(Edit(.dead, names(composed)), to: fixture.list)
    #expect(result.changes.map(\.name.original.unicodeScalars.count) == [5])
    let page = try await store.names(in: fixture.list, limit: 10)
    #expect(page.names.map(\.flags) == [.dead])
    #expect(page.names.map(\.name.text.unicodeScalars.count) == [4])
    #expect(page.names.map(\.name.original.unicodeScalars.count) == [5])
  }

  @Test func namesThatOnlyLookAlikeAreTwoNames() async throws {
    let texts = ["K", "\u{212a}x", "Kx", "k", "ﬁ", "fi", "a b", "a\u{a0}b"]
    let store = try fixture.open()
    let result = try await store.apply(Edit(.add, names(texts)), to: fixture.list)
    #expect(result.changes.count == 7)  // the Kelvin sign is a K
  }

  @Test(arguments: ["'; DROP TABLE entry; --", "%s", "NULL", "\u{1b}]0;x\u{7}", "1", "1.0", "🏳️‍🌈"])
  func aNameIsPlainData(text: String) async throws {
    _ = try await fixture.filled(with: text, "other")
    #expect(try await fixture.open().contents(of: fixture.list) == [text: [], "other": []])
  }

  @Test func listsAreIndependent() async throws {
    let store = try await fixture.filled(with: "name")
    let other = try ListName("other")
    _ = try await store.apply(Edit(.dead, names("name"), addsUnknown: true), to: other)
    #expect(try await store.contents(of: fixture.list) == ["name": []])
    #expect(try await store.undo(in: fixture.list)?.changes.count == 1)
    #expect(try await store.contents(of: other) == ["name": .dead])
  }

  @Test func aCancelledEditIsNotMade() async throws {
    let store = try await fixture.filled(with: "name")
    let edit = try Edit(.dead, names("name"))
    let list = fixture.list
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.apply(edit, to: list)
    }
    await #expect(throws: StoreError.cancelled) { try await task.value }
    #expect(try await store.flags(in: fixture.list) == [:])
  }

  @Test func editsMadeTogetherAreSeparateSteps() async throws {
    let store = try await fixture.filled(with: "b")
    let mark = try await store.mark(of: fixture.list)
    let made = try await store.apply(
      [
        Edit(.add, names("a", "b")), Edit(.dead, names("a")), Edit(.dead, names("a")),
        Edit(.dead, names("nobody")), Edit(.like, names("b", "a")),
      ], to: fixture.list)
    #expect(made.map(\.result.changes.count) == [1, 1, 0, 0, 2])
    #expect(try made[2].result.unchanged == names("a"))
    #expect(try made[3].result.unknown == names("nobody"))
    #expect(made.map { $0.mark?.version } == [2, 3, nil, nil, 4])
    let newest = try await store.mark(of: fixture.list)
    #expect(made.last?.mark == newest)
    let news = try #require(try await store.changes(of: fixture.list, since: mark))
    #expect(try Set(news.changes.map(\.name)) == Set(names("a", "b")))

    #expect(
      try await store.undo(in: fixture.list)?.changes.map(\.name) == names("a", "b"))
    #expect(try await store.contents(of: fixture.list) == ["a": .dead, "b": []])
    #expect(
      try await store.undo(in: fixture.list)?.changes.map(\.name) == names("a"))
    #expect(
      try await store.undo(in: fixture.list)?.changes.map(\.name) == names("a"))
    #expect(try await store.contents(of: fixture.list) == ["b": []])
  }

  @Test func editsMadeTogetherSeeEarlierOnes() async throws {
    let store = try fixture.open()
    _ = try await store.apply(Edit(.add, names("a", "b")), to: fixture.list)
    let made = try await store.apply(
      [
        Edit(.like, names("a")), Edit(.dead, names("a", "b")), Edit(.unlike, names("a")),
        Edit(.ok, names("b")), Edit(.reopen, names("b", "a")),
      ], to: fixture.list)
    #expect(made.map(\.result.changes.last?.before) == [[], [], [.dead, .liked], .dead, .dead])
    #expect(try await store.contents(of: fixture.list) == ["a": [], "b": []])
  }

  @Test func editsOfAMissingListReportUnknownRows() async throws {
    let made = try await fixture.open().apply([Edit(.like, names("a"))], to: fixture.list)
    #expect(try made.map(\.result.unknown) == [names("a")])
    #expect(made.map(\.mark) == [nil])
  }
}
