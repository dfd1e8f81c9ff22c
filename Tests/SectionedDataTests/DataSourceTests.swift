import LibraryTestSupport
import SectionedData
import Testing

struct DataSourceTests {
  private typealias Names = ListSection<String, [String]>
  private typealias Source = DataSource<Names, String>

  private let sections = [
    Names(header: "A", items: ["Ada", "Alan"]),
    Names(header: "B", items: []),
    Names(header: "G", items: ["Grace"]),
  ]

  private func source(
    _ configuration: Source.Configuration = .init { name, path, section in
      "\(section.header) \(path) \(name)"
    }
  ) -> Source {
    Source(sections: sections, configuration: configuration)
  }

  @Test func sectionsAreCountedWithTheEmptyOnes() {
    #expect(source().numberOfSections == 3)
    #expect(Source(configuration: .init { name, _, _ in name }).numberOfSections == 0)
  }

  @Test func itemsAreCountedBySection() throws {
    let source = source()
    #expect(try (0..<3).map { try source.numberOfItems(inSection: $0) } == [2, 0, 1])
  }

  @Test func anItemIsFoundByItsPath() throws {
    #expect(try source().item(at: ItemPath(section: 0, item: 1)) == "Alan")
    #expect(try source().item(at: ItemPath(section: 2, item: 0)) == "Grace")
  }

  @Test func aRowIsMadeOfTheItemItsPathAndItsSection() throws {
    #expect(try source().row(at: ItemPath(section: 2, item: 0)) == "G (2, 0) Grace")
  }

  @Test(arguments: [-1, 3])
  func aMissingSectionIsAnError(index: Int) {
    let source = source()
    let path = ItemPath(section: index, item: 0)
    let error = DataSourceError.sectionOutOfRange(index, count: 3)
    #expect(throws: error) { try source.numberOfItems(inSection: index) }
    #expect(throws: error) { try source.item(at: path) }
    #expect(throws: error) { try source.row(at: path) }
    #expect(throws: error) { try source.canEdit(at: path) }
    #expect(throws: error) { try source.canMove(at: path) }
    #expect(throws: error) { try source.headerTitle(ofSection: index) }
    #expect(throws: error) { try source.footerTitle(ofSection: index) }
  }

  @Test(arguments: [
    (ItemPath(section: 0, item: -1), 2), (ItemPath(section: 0, item: 2), 2),
    (ItemPath(section: 1, item: 0), 0),
  ])
  func aMissingItemIsAnError(path: ItemPath, count: Int) {
    let source = source()
    let error = DataSourceError.itemOutOfRange(path, count: count)
    #expect(throws: error) { try source.item(at: path) }
    #expect(throws: error) { try source.row(at: path) }
    #expect(throws: error) { try source.canEdit(at: path) }
    #expect(throws: error) { try source.canMove(at: path) }
  }

  @Test func withoutSettingsThereAreNoTitlesAndNothingCanBeChanged() throws {
    let source = source()
    let path = ItemPath(section: 0, item: 0)
    #expect(try source.headerTitle(ofSection: 0) == nil)
    #expect(try source.footerTitle(ofSection: 0) == nil)
    #expect(try !source.canEdit(at: path))
    #expect(try !source.canMove(at: path))
    #expect(source.indexTitles == nil)
  }

  @Test func titlesAreMadeOfTheSectionAndItsOffset() throws {
    let source = source(
      .init(
        row: { name, _, _ in name },
        headerTitle: { section, index in "\(index) \(section.header)" },
        footerTitle: { section, _ in section.items.isEmpty ? nil : "\(section.items.count)" }))
    #expect(try source.headerTitle(ofSection: 2) == "2 G")
    #expect(try source.footerTitle(ofSection: 0) == "2")
    #expect(try source.footerTitle(ofSection: 1) == nil)
  }

  @Test func permissionToChangeDependsOnItemAndPath() throws {
    let source = source(
      .init(
        row: { name, _, _ in name },
        canEdit: { name, _ in name == "Ada" },
        canMove: { _, path in path.item == 1 }))
    let paths = [0, 1].map { ItemPath(section: 0, item: $0) }
    #expect(try paths.map { try source.canEdit(at: $0) } == [true, false])
    #expect(try paths.map { try source.canMove(at: $0) } == [false, true])
  }

  @Test func newSectionsAreUsed() throws {
    var source = source(.init(row: { name, _, _ in name }, indexTitles: { $0.map(\.header) }))
    source.sections.remove(at: 0)
    #expect(source.numberOfSections == 2)
    #expect(source.indexTitles == ["B", "G"])
    #expect(try source.item(at: ItemPath(section: 1, item: 0)) == "Grace")
    source.sections[0].header = "Z"
    #expect(source.indexTitles == ["Z", "G"])
  }

  @Test func aSliceIsReadFromItsOwnStart() throws {
    let names = ["Ada", "Alan", "Grace"]
    let source = DataSource(
      sections: [ListSection(header: "", items: names[1...])],
      configuration: .init { name, _, _ in name })
    #expect(try source.item(at: ItemPath(section: 0, item: 0)) == "Alan")
    let past = ItemPath(section: 0, item: 2)
    #expect(throws: DataSourceError.itemOutOfRange(past, count: 2)) { try source.item(at: past) }
  }

  @Test func aRowReadsOnlyItsItem() throws {
    let items = CountingItems(count: 1_000_000)
    let source = DataSource(
      sections: [ListSection(header: "", items: items)],
      configuration: .init { item, _, _ in -item })
    #expect(try source.numberOfItems(inSection: 0) == 1_000_000)
    #expect(try source.row(at: ItemPath(section: 0, item: 999_999)) == -999_999)
    #expect(items.log.reads == [999_999])
  }

  @Test(arguments: UInt64(0)..<50)
  func everyItemIsFoundWhereItIs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lists = (0..<Int.random(in: 0...6, using: &random)).map { section in
      (0..<Int.random(in: 0...5, using: &random)).map { 100 * section + $0 }
    }
    let source = DataSource(
      sections: lists.map { ListSection(header: (), items: $0) },
      configuration: .init { item, _, _ in item })
    for section in -1...lists.count {
      for item in -1...6 {
        let found = try? source.item(at: ItemPath(section: section, item: item))
        let isThere = lists.indices.contains(section) && lists[section].indices.contains(item)
        #expect(found == (isThere ? 100 * section + item : nil))
      }
    }
  }
}

/// Items that are computed, and a record of the computed ones.
private struct CountingItems: RandomAccessCollection {
  final class Log {
    var reads: [Int] = []
  }

  let count: Int
  let log = Log()

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(position: Int) -> Int {
    log.reads.append(position)
    return position
  }
}
