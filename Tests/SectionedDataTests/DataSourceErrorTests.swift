import SectionedData
import Testing

struct DataSourceErrorTests {
  @Test(arguments: [
    (DataSourceError.sectionOutOfRange(3, count: 2), "no section at offset 3: the list has 2"),
    (
      .itemOutOfRange(ItemPath(section: 1, item: 5), count: 4),
      "no item at (1, 5): section 1 has 4"
    ),
    (.unknownIndexTitle("A\nB", position: 0), #"no index title "A\nB" at offset 0"#),
  ])
  func anErrorIsOneLine(error: DataSourceError, line: String) {
    #expect(error.description == line)
  }
}
