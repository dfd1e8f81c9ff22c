import LibraryTestSupport
import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// How edits of other runs are reported.
@Suite(.onEachEngine, .inTurn)
struct OthersNewsTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// The edits since a version of the list, one line per edit.
  private func edits(
    of store: TargetStore, since start: ListVersion
  ) async throws -> [String] {
    let end = try await store.mark(of: fixture.list)
    let news = try await store.news(ofOthersIn: fixture.list, from: start, upTo: end)
    #expect(news.touched == nil)
    let found = try #require(try await store.changesAndAuthors(of: fixture.list, since: start))
    #expect(found.others == news, "as a session reads them, with the changes")
    return news.edits.map { edit in
      "\(edit.author): \(edit.name?.text ?? "\(edit.count)") \(edit.word)"
    }
  }

  /// An author in the form that a server gives; a file has no roles.
  private func who(_ author: String) -> String {
    Engine.current == .server ? "\(author) (role postgres)" : author
  }

  private func decide(_ verdict: Verdict, _ texts: String..., in store: TargetStore) async throws {
    var edit = Edit(.dead, try names(texts))
    edit.decision = Decision(giving: verdict)
    _ = try await store.apply(edit, to: fixture.list)
  }

  @Test func editsAreReportedByAuthorWithTheLastChange() async throws {
    let store = try await fixture.filled(with: "a", "b", "c", "d")
    let list = fixture.list
    let (ann, bob) = (try fixture.open(author: "ann"), try fixture.open(author: "bob"))
    let start = try await store.mark(of: list)
    #expect(try await edits(of: store, since: start) == [])
    try await decide(.dead, "a", in: store)
    #expect(try await edits(of: store, since: start) == [])
    try await decide(.dead, "b", "c", in: ann)
    #expect(try await edits(of: store, since: start) == [who("ann") + ": 2 dead"])
    try await decide(.ok, "c", in: ann)
    try await decide(try #require(Verdict("revoke", .dead)), "d", in: bob)
    _ = try await ann.apply(Edit(.like, names("a")), to: list)
    #expect(
      try await edits(of: store, since: start)
        == [
          who("ann") + ": b dead", who("ann") + ": c ok", who("bob") + ": d revoke",
          who("ann") + ": a liked",
        ])
    _ = try await bob.undo(in: list)
    #expect(try await edits(of: store, since: start).last == who("bob") + ": d reopened")
    #expect(try await edits(of: store, since: store.mark(of: list)) == [])
  }

  /// The later of two decisions counts, so the earlier one is not reported.
  @Test func aDecisionThatWasReplacedIsNotReported() async throws {
    let store = try await fixture.filled(with: "a", "b", "c", "d")
    let (ann, bob) = (try fixture.open(author: "ann"), try fixture.open(author: "bob"))
    let start = try await store.mark(of: fixture.list)
    func told() async throws -> [String] { try await edits(of: store, since: start) }
    _ = try await ann.apply(Edit(.like, names("a", "d")), to: fixture.list)
    try await decide(.dead, "a", "b", in: ann)
    try await decide(.dead, "c", in: bob)
    try await decide(.ok, "a", "c", "d", in: store)
    #expect(try await told() == [who("ann") + ": 2 liked", who("ann") + ": b dead"])
    // What stands again is reported again.
    _ = try await store.undo(in: fixture.list)
    #expect(
      try await told() == [
        who("ann") + ": d liked", who("ann") + ": 2 dead", who("bob") + ": c dead",
      ])
    // A decision that was removed does not stand, and a later one of another person does.
    _ = try await store.apply(Edit(.reopen, names("c")), to: fixture.list)
    try await decide(.ok, "b", in: bob)
    _ = try await store.apply(Edit(.note, names("b"), note: Note("seen")), to: fixture.list)
    #expect(
      try await told() == [
        who("ann") + ": d liked", who("ann") + ": a dead", who("bob") + ": b ok",
      ])
  }

  /// A decision of ann is undone to an earlier one; what she did beside it is still reported.
  @Test func aDecisionThatWasUndoneToAnEarlierOneIsNotReported() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let (ann, bob) = (try fixture.open(author: "ann"), try fixture.open(author: "bob"))
    try await decide(.ok, "a", "b", in: store)
    let start = try await store.mark(of: fixture.list)
    func told() async throws -> [String] { try await edits(of: store, since: start) }
    try await decide(.dead, "a", in: ann)
    _ = try await ann.apply(
      Edit(.dead, names("b"), note: Note("seen")), to: fixture.list)
    #expect(try await told() == [who("ann") + ": 2 dead"])
    for _ in 0..<2 { _ = try await bob.undo(in: fixture.list, ofAnyone: true) }
    #expect(try await told() == [who("bob") + ": 2 ok"])
    _ = try await ann.apply(
      Edit(.dead, names("b", "new"), addsUnknown: true, note: Note("seen")),
      to: fixture.list)
    try await decide(.ok, "b", "new", in: store)
    #expect(
      try await told() == [
        who("bob") + ": a ok", who("ann") + ": new added", who("ann") + ": b noted",
      ])
    _ = try await store.apply(Edit(.note, names("b"), note: nil), to: fixture.list)
    #expect(try await told() == [who("bob") + ": a ok", who("ann") + ": new added"])
  }

  /// Two authors leave a row with the same decision, or with none: only the last one is reported.
  @Test func aDecisionThatReturnedIsReportedOnce() async throws {
    let store = try await fixture.filled(with: "a", "b")
    let (ann, bob) = (try fixture.open(author: "ann"), try fixture.open(author: "bob"))
    try await decide(.ok, "a", "b", in: store)
    let start = try await store.mark(of: fixture.list)
    func told() async throws -> [String] { try await edits(of: store, since: start) }
    _ = try await ann.apply(Edit(.reopen, names("a")), to: fixture.list)
    #expect(try await told() == [who("ann") + ": a reopened"])
    try await decide(.dead, "a", in: bob)
    _ = try await bob.apply(Edit(.reopen, names("a")), to: fixture.list)
    #expect(try await told() == [who("bob") + ": a reopened"])
    try await decide(.dead, "b", in: ann)
    _ = try await ann.undo(in: fixture.list)
    try await decide(.dead, "b", in: bob)
    _ = try await bob.undo(in: fixture.list)
    #expect(try await told() == [who("bob") + ": a reopened", who("bob") + ": b ok"])
  }

  /// Decisions that an import brought were replaced; what came with them is still reported.
  @Test func whatCameWithADecisionThatWasReplacedIsReported() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let ann = try fixture.open(author: "ann")
    _ = try await store.apply(Edit(.like, names("b")), to: fixture.list)
    let start = try await store.mark(of: fixture.list)
    var snooze = Remark()
    snooze.until = Moment.now.adding(days: 9)
    _ = try await ann.restore(
      [
        ImportedRow(name: Name("a"), flags: [.dead, .liked]),
        ImportedRow(name: Name("b"), flags: .dead),
        ImportedRow(name: Name("c"), flags: .dead, remark: snooze),
      ], into: fixture.list)
    try await decide(.ok, "a", "b", "c", in: store)
    #expect(
      try await edits(of: store, since: start) == [
        who("ann") + ": a liked", who("ann") + ": b no longer liked", who("ann") + ": c snoozed",
      ])
  }

  @Test func aNoteThatIsRemovedIsNotCalledNoted() async throws {
    let store = try await fixture.filled(with: "a")
    let (ann, bob) = (try fixture.open(author: "ann"), try fixture.open(author: "bob"))
    let start = try await store.mark(of: fixture.list)
    _ = try await ann.apply(Edit(.note, names("a"), note: Note("n")), to: fixture.list)
    _ = try await bob.apply(Edit(.note, names("a"), note: nil), to: fixture.list)
    #expect(
      try await edits(of: store, since: start) == [
        who("ann") + ": a noted", who("bob") + ": a no longer noted",
      ])
  }

  @Test func aMirrorIsReportedByItsCounts() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let ann = try fixture.open(author: "ann")
    let start = try await store.mark(of: fixture.list)
    var batch = try NameBatch(["b", "d", "e", "f"])
    batch.append(try Name("c"), revision: "1")
    _ = try await ann.mirror(batch, into: fixture.list)
    #expect(
      try await edits(of: store, since: start)
        == [who("ann") + ": 3 added", who("ann") + ": 1 changed", who("ann") + ": 1 dropped"])
    let middle = try await store.mark(of: fixture.list)
    _ = try await ann.undo(in: fixture.list)
    #expect(
      try await edits(of: store, since: middle)
        == [who("ann") + ": 1 added", who("ann") + ": 1 changed", who("ann") + ": 3 dropped"])
  }

  /// Reading each row would take long.
  @Test func veryManyRowsAreReportedAsANumber() async throws {
    let store = try fixture.open()
    let many = try NameBatch((0..<10_001).map { "row \($0)" })
    _ = try await store.importNames(many, into: fixture.list)
    let ann = try fixture.open(author: "ann")
    let start = try await store.mark(of: fixture.list)
    _ = try await ann.apply(Edit(.dead, []), toAll: many, of: fixture.list)
    try await decide(.ok, "row 1", in: ann)
    #expect(
      try await edits(of: store, since: start) == [
        who("ann") + ": 10001 changed", who("ann") + ": row 1 ok",
      ])
  }

  @Test func theAuthorWhoSettledARowIsKnown() async throws {
    let store = try await fixture.filled(with: "a", "b")
    let list = fixture.list
    let ann = try fixture.open(author: "ann")
    let start = try await store.mark(of: list)
    func settling(_ text: String) async throws -> RowSettling? {
      let news = try await store.news(
        ofOthersIn: list, from: start, upTo: store.mark(of: list), settling: try Name(text))
      let found = try await store.changesAndAuthors(
        of: list, since: start, settling: try Name(text))
      #expect(found?.others == news, "as a session reads them, with the changes")
      return news.settled
    }
    _ = try await ann.apply(Edit(.like, names("a")), to: list)
    #expect(try await settling("a") == nil)
    try await decide(try #require(Verdict("revoke", .dead)), "a", in: ann)
    _ = try await ann.apply(Edit(.like, names("b")), to: list)
    #expect(
      try await settling("a") == RowSettling(author: who("ann"), verdict: "revoke", isOwn: false))
    try await decide(.dead, "a", in: store)
    #expect(try await settling("a")?.isOwn == true)
    #expect(try await settling("b") == nil)
    let until = Moment.now.adding(days: 2)
    _ = try await ann.apply(Edit(.snooze, names("b"), until: until), to: list)
    #expect(try await settling("b") == RowSettling(author: who("ann"), verdict: nil, isOwn: false))
  }
}
