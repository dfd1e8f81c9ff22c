import NameSearch
import TestSupport
import Testing

/// Rows and sets of rows from another version of an index.
struct StaleRowTests {
  private static func indexes() throws -> (one: NameIndex, other: NameIndex) {
    let one = NameIndex(order: NameOrder(localeIdentifier: "en"))
      .adding(try NameBatch(["Arya", "Bran", "Catelyn"]))
    return (one, one.removing([try Name("Arya")]).adding(try NameBatch(["Zoe"])))
  }

  @Test func anIndexKnowsItsRows() throws {
    let (one, other) = try Self.indexes()
    let row = try #require(one.row(of: try Name("Bran")))
    #expect(one.has(row) && !other.has(row))
    #expect(one.indexingWords()?.has(row) == true)
    #expect(other.has(NameRow(2)) && !other.has(NameRow(3)) && !other.has(NameRow(-1)))
    let found = try #require(other.matches(NameQuery("b"))?.first { _ in true })
    #expect(other.has(found) && !one.has(found) && found.offset == 0)
  }

  @Test func aPreviousAnswerOfAnotherVersionIsIgnored() throws {
    let (one, other) = try Self.indexes()
    let query = NameQuery("a")
    let stale = try #require(one.matches(query))
    #expect(one.matches(query)?.map(\.offset) == [0])
    #expect(other.matches(query, narrowing: (query, stale))?.map(\.offset) == [])
  }

  @Test func aNameIsNotReadByAStaleRow() async {
    await #expect(processExitsWith: .failure) {
      let (one, other) = try Self.indexes()
      _ = one.row(of: try Name("Bran")).map { other.name(at: $0) }
    }
  }

  @Test func aSetOfAnotherVersionIsRefused() async {
    await #expect(processExitsWith: .failure) {
      let (one, other) = try Self.indexes()
      let rows = one.matches(NameQuery("b")) ?? RowSet(rowCount: 0)
      _ = NameMatches(index: other, rows: rows, query: NameQuery("b"))
    }
  }

  @Test func setsOfDifferentVersionsAreNotCombined() async {
    await #expect(processExitsWith: .failure) {
      let (one, other) = try Self.indexes()
      var rows = one.matches(NameQuery("b")) ?? RowSet(rowCount: 0)
      rows.formUnion(other.matches(NameQuery("c")) ?? RowSet(rowCount: 0))
    }
  }

  @Test func aStaleRowIsNotAMember() async {
    await #expect(processExitsWith: .failure) {
      let (one, other) = try Self.indexes()
      let rows = other.matches(NameQuery("")) ?? RowSet(rowCount: 0)
      _ = one.row(of: try Name("Bran")).map { rows.contains($0) }
    }
  }
}
