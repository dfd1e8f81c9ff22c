import Foundation
import ListModel
import NameSearch
import ShellText
import TestSupport
import Testing

@testable import TargetStore

/// Upgrades to tables of a version that only this test knows, while old and new programs use the store.
@Suite(.onEachEngine, .inTurn, .timeLimit(.minutes(10)))
struct StoreUpgradeTests {
  private let fixture: StoreFixture
  private var list: ListName { fixture.list }

  init() throws { fixture = try StoreFixture() }

  // MARK: The next version

  /// The table of rows with an additional column among the others; an upgraded server has it at the end.
  private static let row = Table(
    "row", key: Table.row.key, indexes: Table.row.indexes,
    Table.row.columns.dropLast(2) + [.maybeNumber("weight")] + Table.row.columns.suffix(2))

  /// The tables of the next version, with a new column of `row`, and the statements that upgrade to them.
  private static func tables(
    inFile: [String] = changingFile, onServer: [String] = changingServer
  ) -> StoreTables {
    let version = StoreTables.current.version + 1
    return StoreTables(
      version: version, all: Table.all.map { $0.name == "row" ? row : $0 },
      upgrades: [StoreUpgrade(version: version, inFile: inFile, onServer: onServer)])
  }

  private static let changingServer = [
    "ALTER TABLE row ADD COLUMN weight bigint", "UPDATE row SET weight = 7",
  ]

  private static var changingFile: [String] {
    let columns = Table.row.columns.map(\.name).joined(separator: ", ")
    let made = row.statementsOfFile.map(\.sql)
    return row.indexes.map { "DROP INDEX \($0.name)" }
      + ["ALTER TABLE row RENAME TO earlier", made[0]]
      + ["INSERT INTO row (\(columns), weight) SELECT \(columns), 7 FROM earlier"]
      + ["DROP TABLE earlier"] + made.dropFirst()
  }

  /// The store opened by a program of the next version.
  static func withNextTables(
    _ store: TargetStore, _ tables: StoreTables = tables()
  ) throws -> TargetStore {
    guard var address = try ServerAddress(store.path) else {
      return TargetStore(
        path: store.path,
        connection: FileConnection(
          try StoreFile(path: store.path), patience: .seconds(10), schema: Schema(tables)))
    }
    address.schema.tables = tables
    return TargetStore(
      path: store.path, connection: ServerConnection(address, patience: .seconds(30)))
  }

  private func openNext(_ tables: StoreTables = tables()) throws -> TargetStore {
    try Self.withNextTables(fixture.open(), tables)
  }

  private func columnOfRow() throws -> Int? {
    let table = fixture.lent == nil ? "row" : "targets_store.row"
    return try openDatabaseOrQuery("SELECT min(weight) FROM \(table)")
  }

  private func openDatabaseOrQuery(_ sql: String) throws -> Int? {
    guard let lent = fixture.lent else { return try openDatabase(fixture.path).number(sql) }
    return Int(try lent.cluster.query(sql, in: lent.database))
  }

  // MARK: Upgrades

  @Test func oldProgramsAreRefusedInOneLineAndChangeNothing() async throws {
    let old = try await fixture.filled(with: "a", "b")
    _ = try await old.apply(Edit(.dead, names("a")), to: list)
    let next = try openNext()
    let early = await refusal { _ = try await next.lists() }
    #expect(early.contains("its tables are of version 6, and this program needs 7"))
    let line = ["targets", "store", "upgrade", "--store", fixture.path]
    #expect(early.contains(ShellLine(line).text))

    let summary = try await next.upgradeTables()
    #expect(summary?.from == 6 && summary?.to == 7 && summary?.isUpgraded == true)
    #expect(try columnOfRow() == 7)
    let contents: [String: Flags] = ["a": .dead, "b": []]
    #expect(try await next.contents(of: list) == contents)

    let olds = [old, try fixture.open()]
    for store in olds {
      let other = try ListName("other")
      for body in [
        { _ = try await store.apply(Edit(.dead, names("b")), to: list) },
        { _ = try await store.apply(Edit(.add, names("c")), to: other) },
        { _ = try await store.undo(in: list) },
        { _ = try await store.importNames(NameBatch(["d"]), into: list) },
        { _ = try await store.claim(names("a"), for: "x", in: list) },
        { _ = try await store.delete(list) }, { _ = try await store.upgradeTables() },
      ] as [() async throws -> Void] {
        let said = await refusal(body)
        #expect(said.contains("newer version of targets (7,") && !said.contains("\n"), "\(said)")
      }
    }
    #expect(try await next.listNames() == [list])
    #expect(try await next.contents(of: list) == contents)

    // To create the tables again changes nothing, although a server added the column at the end.
    if fixture.lent != nil { try await next.createTables() }

    // The new program continues the existing log.
    _ = try await next.undo(in: list, ofAnyone: true)
    _ = try await next.apply(Edit(.ok, names("b")), to: list)
    #expect(try await next.contents(of: list) == ["a": [], "b": .ok])
    #expect(try await next.check().troubles.isEmpty)
    #expect(try await next.upgradeTables()?.isUpgraded == false)
  }

  @Test func thereIsNothingToUpgradeInTheTablesOfThisProgram() async throws {
    let store = try await fixture.filled(with: "a")
    let summary = try await store.upgradeTables()
    #expect(summary?.from == 6 && summary?.isUpgraded == false)
    #expect(try await store.contents(of: list) == ["a": []])
  }

  @Test(.onFilesOnly) func aMissingFileIsNotCreated() async throws {
    #expect(try await fixture.open().upgradeTables() == nil)
    #expect(try fixture.files().isEmpty)
  }

  /// Half of the statements have been carried out before the failure.
  @Test func aFailedUpgradeChangesNothing() async throws {
    let old = try await fixture.filled(with: "a")
    let broken = Self.tables(
      inFile: ["DROP TABLE image", "nonsense"], onServer: ["DROP TABLE image", "nonsense"])
    let said = await refusal { _ = try await openNext(broken).upgradeTables() }
    #expect(said.contains("nonsense") && !said.contains("\n"), "\(said)")
    _ = try await old.apply(Edit(.dead, names("a")), to: list)
    #expect(try await old.contents(of: list) == ["a": .dead])
    #expect(try await old.check().troubles.isEmpty)
  }

  @Test(.onFilesOnly) func anUpgradeToWrongTablesIsRolledBack() async throws {
    let old = try await fixture.filled(with: "a")
    let other = Self.tables(inFile: ["ALTER TABLE row ADD COLUMN weight INTEGER"])
    let said = await refusal { _ = try await openNext(other).upgradeTables() }
    #expect(said.contains("its tables are not those of a store"))
    _ = try await old.apply(Edit(.dead, names("a")), to: list)
    #expect(try await old.check().troubles.isEmpty)
  }

  /// One client edits a list and another creates one, during the upgrade by a third.
  @Test func editsWaitingForAnUpgradeAreRefused() async throws {
    guard let lent = fixture.lent else { return }
    let olds = try (0..<2).map { _ in
      try TargetStore(path: fixture.path, patience: .seconds(60))
    }
    _ = try await olds[0].apply(Edit(.add, names("a")), to: list)
    _ = try await olds[1].contents(of: list)
    let upgrade = try HeldTransaction(
      (["SET search_path = targets_store"] + ServerSchema.lockingForUpgrade
        + ["UPDATE store SET version = 7"]).joined(separator: "; "),
      in: lent.database, of: lent.cluster)
    let edits = [
      Task { try await olds[0].apply(Edit(.dead, names("a")), to: list) },
      Task { try await olds[1].apply(Edit(.add, names("b")), to: ListName("other")) },
    ]
    let waiting = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = '\(lent.database)' AND wait_event_type = 'Lock'
      """
    while try lent.cluster.query(waiting, in: lent.database) != "2" { await Task.yield() }
    try upgrade.end("COMMIT")
    for edit in edits {
      let said = await refusal { _ = try await edit.value }
      #expect(said.contains("newer version of targets (7,"), "\(said)")
    }
    let rows = try lent.cluster.query(
      "SELECT count(*) FILTER (WHERE verdict IS NULL), count(*) FROM targets_store.row",
      in: lent.database)
    #expect(rows == "1|1")
    #expect(
      try lent.cluster.query("SELECT count(*) FROM targets_store.list", in: lent.database) == "1")
  }

  @Test func thePrintedSQLUpgradesTheTablesOnce() async throws {
    guard let lent = fixture.lent else {
      let said = await refusal { _ = try await openNext().scriptOfUpgrade() }
      #expect(said.contains("--print requires a store on a server"))
      return
    }
    _ = try await fixture.filled(with: "a")
    let next = try openNext()
    let script = try #require(try await next.scriptOfUpgrade())
    try lent.cluster.query(script, in: lent.database)
    #expect(try columnOfRow() == 7)
    #expect(try await next.contents(of: list) == ["a": []])
    #expect(try await next.scriptOfUpgrade() == nil)
    let error = #expect(throws: (any Error).self) {
      try lent.cluster.query(script, in: lent.database)
    }
    #expect(error.map { "\($0)".contains("the tables are not of version 6") } == true)
    #expect(try await next.check().troubles.isEmpty)
  }

  @Test func anUpgradeNeedsEveryStep() {
    let steps = [5, 6].map { StoreUpgrade(version: $0, inFile: [], onServer: []) }
    let tables = StoreTables(version: 6, all: Table.all, upgrades: steps)
    #expect(tables.upgrades(from: 4)?.map(\.version) == [5, 6])
    #expect(tables.upgrades(from: 5)?.map(\.version) == [6])
    #expect(tables.upgrades(from: 6) == nil && tables.upgrades(from: 7) == nil)
    #expect(tables.upgrades(from: 3) == nil && tables.upgrades(from: .min) == nil)
  }
}
