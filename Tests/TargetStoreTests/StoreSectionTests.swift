import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// A list stores the titles of its columns, and whether its rows have sections.
///
/// So no rows need to be read to know them.
@Suite(.onEachEngine, .inTurn, .timeLimit(.minutes(10)))
final class StoreSectionTests {
  private let fixture: StoreFixture
  private let list: ListName
  private let store: TargetStore

  init() throws {
    fixture = try StoreFixture()
    list = fixture.list
    store = try fixture.open(author: "ann")
  }

  private func batch(_ rows: [(name: String, section: String?)]) throws -> NameBatch {
    var batch = NameBatch()
    for (name, section) in rows { batch.append(try Name(name), detail: "x", section: section) }
    return batch
  }

  @Test func everyEditUpdatesWhetherAListHasSections() async throws {
    let (with, without) = try (batch([("a", "S"), ("b", nil)]), batch([("a", nil), ("c", nil)]))
    func expect(_ isKnown: Bool, sourceLocation: SourceLocation = #_sourceLocation) async throws {
      #expect(try await store.hasSections(list) == isKnown, sourceLocation: sourceLocation)
      #expect(try await store.check().troubles.isEmpty, sourceLocation: sourceLocation)
    }
    #expect(try await store.hasSections(list) == false)
    _ = try await store.importNames(without, into: list)
    try await expect(false)
    _ = try await store.importNames(with, into: list)
    try await expect(true)
    _ = try await store.undo(in: list)
    try await expect(false)
    _ = try await store.redoStep(in: list)
    try await expect(true)
    _ = try await store.apply(Edit(.drop, [Name("a")]), to: list)
    try await expect(false)
    _ = try await store.undo(in: list)
    try await expect(true)
    _ = try await store.mirror(without, into: list)
    try await expect(false)
    _ = try await store.mirror(with, into: list)
    try await expect(true)
    _ = try await store.mirror(without, into: list)
    let row = ImportedRow(name: try Name("d"), texts: RowTexts(section: "T"))
    _ = try await store.restore([row], into: list)
    try await expect(true)
    _ = try await store.undo(in: list)
    try await expect(false)
  }

  @Test func bulkEditsUpdateTheCounts() async throws {
    let count = EventDraft.mostNoted + 10
    _ = try await store.mirror(
      batch((0..<count).map { ("\($0)", $0 < 5 ? "S" : nil) }), into: list)
    #expect(try await store.hasSections(list))
    #expect(try await store.check().troubles.isEmpty)
    _ = try await store.undo(in: list)
    #expect(try await store.hasSections(list) == false)
    #expect(try await store.check().troubles.isEmpty)
  }

  @Test func titlesComeFromTheLastInput() async throws {
    func titles(_ change: (inout NameBatch) -> Void) async throws -> ColumnTitles {
      var rows = try batch([("a", "S")])
      change(&rows)
      _ = try await store.importNames(rows, into: list, checksum: "c")
      return try await store.titles(of: list)
    }
    // A column without a title gets the title of the export formats.
    #expect(try await titles { _ in } == ColumnTitles(section: "section", detail: "detail"))
    let told = ColumnTitles(name: "host", id: ["key", "zone"], section: "team", details: ["size"])
    #expect(try await titles { $0.titles = told } == told)
    #expect(try await titles { _ in } == told)
    let later = ColumnTitles(name: "host", revision: "team", details: ["key", "x"])
    #expect(
      try await titles { $0.titles = later }
        == ColumnTitles(
          name: "host", section: "section", revision: "team", details: ["size", "key", "x"]))
    let copy = try TargetStore(
      path: TemporaryDirectory().path("copy.db"), author: { "ann" })
    _ = try await store.copy(to: copy)
    #expect(try await copy.titles(of: list) == store.titles(of: list))
    #expect(try await copy.hasSections(list))
  }
}
