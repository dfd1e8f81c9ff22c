import CSQLite
import ListModel
import NameSearch
import Synchronization
import TestSupport
import Testing

@testable import TargetStore

/// Every query finds its rows by the key or an index, and sorts nothing.
@Suite(.inTurn)
struct StoreQueryPlanTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private func read(_ store: isolated TargetStore) throws {
    let list = fixture.list
    let page = try store.names(in: list, limit: 2)
    _ = try store.names(in: list, after: try #require(page.next), limit: 2)
    _ = try store.firstNames(in: list, by: PrimaryKeys(of: NameOrder()), limit: 2)
    _ = try store.flags(in: list)
    _ = try store.flags(of: [Name("a"), Name("a").known(by: "7")], in: list)
    _ = try store.texts(in: list, startingWith: "a", limit: 2)
    _ = try store.lists()
  }

  @Test func pagesAreReadByTheKey() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let plans = try await store.plans { store in try read(store) }
    #expect(plans.contains("SEARCH r USING PRIMARY KEY (list=? AND key>?)"))
    #expect(plans.contains("SEARCH r USING PRIMARY KEY (list=? AND key>? AND key<?)"))
    #expect(plans.contains("SEARCH r USING INDEX named (list=? AND name>? AND name<?)"))
    #expect(plans.contains("SEARCH r USING PRIMARY KEY (list=? AND key=?)"))
    #expect(plans.contains("SEARCH r USING INDEX said (list=?)"))
    expectSearchesOnly(plans)
  }

  /// Counting for each list reads only its snoozed rows.
  @Test func onlySnoozedRowsAreCounted() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let plans = try await store.plans { store in _ = try store.lists() }
    #expect(
      plans.filter { $0.contains(" r ") } == ["SEARCH r USING INDEX snoozed (list=? AND until>?)"])
  }

  /// The cost of the last entries does not depend on the length of the log.
  @Test func theNewestEntriesOfTheLogAreReadWithoutSorting() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let list = fixture.list
    let plans = try await store.plans { store in
      _ = try store.log(of: list, LogRequest(limit: 2))
      _ = try store.nameDecidedLast(in: list)
    }
    #expect(
      plans.contains("SEARCH e USING PRIMARY KEY (list=? AND number<?)")
        || plans.contains("SEARCH e USING PRIMARY KEY (list=?)"))
    expectSearchesOnly(plans)
  }

  @Test func rowsAreFoundAndChangedByNameAndByID() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let row = try Name("a").known(by: "7")
    let list = fixture.list
    let plans = try await store.plans(writing: true) { store in
      _ = try store.apply(Edit(.dead, names("a")), to: list)
      _ = try store.apply(Edit(.dead, [row], addsUnknown: true), to: list)
      _ = try store.apply(Edit(.drop, [row]), to: list)
      _ = try store.undo(in: list)
    }
    #expect(plans.contains("SEARCH r USING INDEX named (list=? AND name=?)"))
    #expect(plans.contains("SEARCH row USING PRIMARY KEY (list=? AND key=?)"))
    expectSearchesOnly(plans)
  }

  /// Only the table of the lists themselves may be scanned.
  private func expectSearchesOnly(
    _ plans: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let others = plans.filter {
      ["SCAN row", "SCAN r"].contains($0) || $0.contains("TEMP B-TREE") && !$0.contains("UNION")
    }
    #expect(others == [], sourceLocation: sourceLocation)
  }
}

extension TargetStore {
  /// The plans of all queries that are run in `body`, as SQLite explains them; with `writing`, the
  /// file is first opened for writing, as for an edit.
  fileprivate func plans(
    writing: Bool = false, of body: @Sendable (isolated TargetStore) throws -> Void
  ) throws -> [String] {
    let statements = Statements()
    let context = Unmanaged.passUnretained(statements).toOpaque()
    let trace: (any Database) -> Void = { db in
      sqlite3_trace_v2(
        (db as? SQLiteDatabase)?.handle, UInt32(SQLITE_TRACE_STMT),
        { _, context, statement, _ in
          guard let context, let sql = sqlite3_expanded_sql(OpaquePointer(statement)) else {
            return 0
          }
          Unmanaged<Statements>.fromOpaque(context).takeUnretainedValue()
            .add(String(cString: sql))
          sqlite3_free(sql)
          return 0
        }, context)
    }
    if writing {
      _ = try connection.write(creates: false) { db in Written(trace(db), nil) }
    } else {
      _ = try connection.read(trace)
    }
    try body(self)
    let queries = statements.all.filter { $0.contains("row") || $0.contains("event") }
    return try connection.read { db in
      sqlite3_trace_v2((db as? SQLiteDatabase)?.handle, 0, nil, nil)
      return try queries.flatMap { query in
        let explaining = try db.statement("EXPLAIN QUERY PLAN \(query)")
        var details: [String] = []
        while try explaining.step() { details.append(explaining.text(at: 3) ?? "") }
        return details
      }
    } ?? []
  }
}

private final class Statements: Sendable {
  private let statements = Mutex<[String]>([])

  var all: [String] { statements.withLock(\.self) }

  func add(_ sql: String) { statements.withLock { $0.append(sql) } }
}
