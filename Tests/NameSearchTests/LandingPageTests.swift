import NameSearch
import TestSupport
import Testing

/// The code on the landing page of the documentation.
struct LandingPageTests {
  @Test func theExampleIsTrue() throws {
    let index = NameIndex(order: NameOrder(localeIdentifier: "sv"))
      .adding(NameBatch([try Name("Åsa Öberg"), try Name("Anna Ek"), try Name("Örjan Å")]))
    #expect(index.sections.map(\.title) == ["A", "Å", "Ö"])
    let query = NameQuery("o")
    let rows = index.matches(query) ?? RowSet(rowCount: index.count)
    let matches = NameMatches(index: index, rows: rows, query: query)
    #expect(matches.sections.map(\.title) == ["Å", "Ö"])
  }
}
