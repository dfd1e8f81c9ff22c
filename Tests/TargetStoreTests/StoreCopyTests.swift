import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// `store copy` copies every list completely, between all kinds of stores.
@Suite(.onEachEngine, .inTurn, .timeLimit(.minutes(10)))
final class StoreCopyTests {
  private let fixture: StoreFixture
  private let list: ListName
  private let store: TargetStore

  init() throws {
    fixture = try StoreFixture()
    list = fixture.list
    store = try fixture.open(author: "ann")
  }

  /// The target of a copy.
  private struct Target {
    let lent: LentStore?
    let path: String

    init(_ engine: Engine, in fixture: StoreFixture) throws {
      lent = engine == .server ? try LentStore() : nil
      path = lent?.address ?? fixture.directory.path("copy.db")
    }

    func open() throws -> TargetStore { try TargetStore(path: path, author: { "ann" }) }

    func connection() throws -> any StoreConnection {
      guard let address = try ServerAddress(path) else {
        return FileConnection(try StoreFile(path: path), patience: .zero)
      }
      return ServerConnection(address, patience: .seconds(30))
    }
  }

  /// All rows of the tables with lists, with the identity of the list instead of its number.
  private func tables(_ connection: any StoreConnection) throws -> [String: [String]] {
    try connection.read { db in
      var tables: [String: [String]] = [:]
      for table in Table.all where table.name != "store" {
        let isList = table.name == "list"
        let columns = table.columns.map { isList && $0.name == "id" ? "uuid" : $0.name }
        let names = columns.map { $0 == "list" ? "l.uuid" : "t.\($0)" }.joined(separator: ", ")
        let source = isList ? "list AS t" : "\(table.name) AS t JOIN list AS l ON l.id = t.list"
        let reading = try db.statement("SELECT \(names) FROM \(source)")
        var rows: [String] = []
        while try reading.step() {
          let values = table.columns.indices.map { place in
            let isNumber =
              table.columns[place].kind == .number
              && !["id", "list"].contains(table.columns[place].name)
              || table.name == "run" && table.columns[place].name == "id"
            let column = CInt(place)
            return reading.isNull(at: column)
              ? "NULL"
              : isNumber ? "\(reading.number(at: column) ?? 0)" : reading.text(at: column) ?? ""
          }
          rows.append(values.joined(separator: "|"))
        }
        tables[table.name] = rows.sorted()
      }
      return tables
    } ?? [:]
  }

  /// Compares both stores table by table; runs in progress are not copied.
  private func expectSame(_ target: Target, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let (left, right) = (try tables(fixture.connection()), try tables(target.connection()))
    for table in Table.all.map(\.name) where table != "store" && table != "run" {
      #expect(left[table] == right[table], "\(table)", sourceLocation: sourceLocation)
      #expect(
        ["step", "image", "outcome"].contains(table) || left[table]?.isEmpty == false, "\(table)",
        sourceLocation: sourceLocation)
    }
  }

  private func outcomes(_ summaries: [CopySummary]) -> [CopySummary.Outcome] {
    summaries.map(\.outcome)
  }

  /// Makes decisions, marks, an ID, a mirror that drops, a recipe, outcomes, a claim, and an undo.
  private func fill() async throws {
    try await useEverything(of: store, in: list)
    let other = try ListName("https://example.org/x")
    var batch = NameBatch()
    batch.titles.details = ["team", "since"]
    for name in ["a", "b", "c", "d"] {
      batch.append(try Name(name), detail: "ops", section: "S", revision: "1")
    }
    _ = try await store.mirror(batch, into: other, checksum: "c", keepsOrder: true)
    _ = try await store.setRecipe("--order input\n", of: other)
    _ = try await store.apply(Edit(.dead, names("a", "b"), note: Note("two\nlines")), to: other)
    _ = try await store.claim(names("a", "b"), for: "rm", in: other)
    try await store.keep([(try Name("a"), Outcome(command: "rm", status: 0))], of: "rm", in: other)
    _ = try await store.mirror(NameBatch(["a", "c"]), into: other)
    _ = try await store.apply(Edit(.ok, names("c")), to: other)
    _ = try await store.apply(Edit(.like, names("c")), to: other)
    _ = try await store.undo(in: other)
  }

  @Test(arguments: Engine.allCases)
  func everyTableIsCopied(to engine: Engine) async throws {
    try await fill()
    let target = try Target(engine, in: fixture)
    let copy = try target.open()
    #expect(try await outcomes(store.copy(to: copy)) == [.copied, .copied])
    try expectSame(target)
    #expect(try await copy.check().troubles == [])
    #expect(try await outcomes(store.copy(to: copy)) == [.unchanged, .unchanged])
    try expectSame(target)
  }

  @Test(arguments: Engine.allCases)
  func aCopyHasStepsToUndoAndOutcomes(engine: Engine) async throws {
    let names = try names("a", "b")
    _ = try await store.apply(Edit(.dead, names, addsUnknown: true), to: list)
    _ = try await store.claim(names, for: "rm", in: list)
    try await store.keep([(names[0], Outcome(command: "rm", status: 0))], of: "rm", in: list)
    _ = try await store.apply(Edit(.note, names, note: try Note("n")), to: list)
    let target = try Target(engine, in: fixture)
    let copy = try target.open()
    _ = try await store.copy(to: copy)
    #expect(
      try await copy.log(of: list, LogRequest(limit: 99))
        == (try await store.log(of: list, LogRequest(limit: 99))))
    let seen = try await copy.outcomes(of: "rm", in: list)
    #expect(seen[names[0]]?.status == 0 && seen[names[1]]?.isUnknown == true)
    // The claim of a run elsewhere is not retried automatically.
    #expect(
      try await copy.claim([names[1]], for: "rm", in: list, seen: seen) == [names[1]: .unknown])
    #expect(try await copy.undoLast(in: list)?.step.kinds.map(\.word) == ["noted"])
    #expect(try await copy.undoLast(in: list)?.step.kinds.map(\.word) == ["dead"])
    #expect(try await copy.check().troubles == [])
  }

  @Test(arguments: Engine.allCases)
  func anEarlierCopyIsReplacedButNotAListWithOwnEdits(engine: Engine) async throws {
    _ = try await store.apply(Edit(.add, names("a", "b")), to: list)
    let second = try ListName("second")
    _ = try await store.apply(Edit(.add, names("x")), to: second)
    let target = try Target(engine, in: fixture)
    let copy = try target.open()
    _ = try await store.copy(to: copy)
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    try await store.rename([(list, try ListName("renamed"))])
    #expect(try await outcomes(store.copy(to: copy)) == [.copied, .unchanged])
    try expectSame(target)
    // Without the second list, the copy looks as if it had been interrupted between two lists.
    _ = try await copy.delete(second)
    #expect(try await outcomes(store.copy(to: copy)) == [.unchanged, .copied])
    _ = try await copy.apply(Edit(.add, names("own")), to: second)
    _ = try await store.apply(Edit(.add, names("y")), to: second)
    let before = try tables(target.connection())
    #expect(try await outcomes(store.copy(to: copy)) == [.unchanged, .refused])
    #expect(try tables(target.connection()) == before)
    #expect(try await copy.check().troubles == [])
  }

  /// Claims are not in the log, but without them a command could run twice.
  @Test(arguments: Engine.allCases)
  func claimsAreCopiedAndThoseOfTheTargetKept(engine: Engine) async throws {
    _ = try await store.apply(Edit(.add, names("a", "b")), to: list)
    let target = try Target(engine, in: fixture)
    let copy = try target.open()
    _ = try await store.copy(to: copy)
    _ = try await store.claim(names("a"), for: "rm", in: list)
    #expect(try await outcomes(store.copy(to: copy)) == [.copied])
    try expectSame(target)
    _ = try await copy.claim(names("b"), for: "rm", in: list)
    #expect(try await outcomes(store.copy(to: copy)) == [.refused])
    #expect(try await copy.outcomes(of: "rm", in: list).count == 2)
  }

  @Test func aDifferentListWithTheSameNameStays() async throws {
    _ = try await store.apply(Edit(.add, names("a")), to: list)
    let target = try Target(.file, in: fixture)
    let copy = try target.open()
    _ = try await copy.apply(Edit(.add, names("b")), to: list)
    #expect(try await outcomes(store.copy(to: copy)) == [.refused])
    #expect(try await copy.contents(of: list) == ["b": []])
  }
}
