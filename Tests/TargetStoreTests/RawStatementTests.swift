import GRDB
import Testing

@testable import TargetStore

struct RawStatementTests {
  @Test(arguments: ["SELECT x'ff', NULL, ''", "SELECT 'Ada', NULL, x'ff'"])
  func aNameThatIsNoneEndsTheRun(sql: String) throws {
    try DatabaseQueue().read { db in
      let statement = try RawStatement(db, "\(sql) UNION ALL \(sql)")
      for _ in 0..<3 {
        #expect(try statement.step())
        #expect(throws: DatabaseError.self) { try statement.knownName(at: 0) }
      }
    }
  }
}
