import SectionedData
import Testing

struct DataSourceErrorTests {
  @Test(arguments: [
    (
      DataSourceError.sectionOutOfRange(3, count: 2),
      "section offset 3 is out of range: the list has 2"
    ),
    (
      .itemOutOfRange(ItemPath(section: 1, item: 5), count: 4),
      "item (1, 5) is out of range: section 1 has 4"
    ),
    (.unknownIndexTitle("A\nB", position: 0), #"no index title "A\nB" at offset 0"#),
  ])
  func anErrorIsOneLine(error: DataSourceError, line: String) {
    #expect(error.description == line)
  }
}
