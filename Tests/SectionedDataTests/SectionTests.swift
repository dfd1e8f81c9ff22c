import SectionedData
import Testing

struct SectionTests {
  @Test func sectionsAreEqualWhenHeaderAndItemsAre() {
    let section = ListSection(header: "A", items: ["Ada"])
    #expect(section == ListSection(header: "A", items: ["Ada"]))
    #expect(section != ListSection(header: "B", items: ["Ada"]))
    #expect(section != ListSection(header: "A", items: ["Alan"]))
    #expect(Set([section, section]).count == 1)
  }

  @Test func aCustomTypeCanBeASection() throws {
    struct Squares: SectionModel {
      let items: LazyMapCollection<Range<Int>, Int>
    }
    let source = DataSource(
      sections: [Squares(items: (1..<1_000_000).lazy.map { $0 * $0 })],
      configuration: .init { square, _, _ in "\(square)" })
    #expect(try source.row(at: ItemPath(section: 0, item: 11)) == "144")
  }
}
