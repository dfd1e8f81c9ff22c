import LibraryTestSupport
import SectionedData
import Testing

struct DataSourceIndexTests {
  private typealias Source = DataSource<ListSection<String, Range<Int>>, Int>

  /// A section of each size; its index title is its offset.
  private func source(
    sizes: [Int],
    sectionForIndexTitle: ((String, Int, [ListSection<String, Range<Int>>]) -> Int)? = nil
  ) -> Source {
    Source(
      sections: sizes.enumerated().map { ListSection(header: "\($0)", items: 0..<$1) },
      configuration: .init(
        row: { item, _, _ in item },
        indexTitles: { $0.map(\.header) },
        sectionForIndexTitle: sectionForIndexTitle))
  }

  @Test func anIndexTitleLeadsToTheSectionAtItsOffset() throws {
    let source = source(sizes: [1, 0, 2])
    #expect(source.indexTitles == ["0", "1", "2"])
    #expect(try source.section(forIndexTitle: "1", at: 1) == 1)
  }

  @Test func whereAnIndexTitleLeadsCanBeSet() throws {
    let source = source(sizes: [1, 1, 1]) { title, position, sections in
      title == "0" ? sections.count - 1 : position - 1
    }
    #expect(try source.section(forIndexTitle: "0", at: 0) == 2)
    #expect(try source.section(forIndexTitle: "2", at: 2) == 1)
  }

  @Test(arguments: [("1", -1), ("1", 0), ("1", 3), ("A", 1)])
  func aTitleThatIsNotAtThePositionIsAnError(title: String, position: Int) {
    let source = source(sizes: [1, 1, 1])
    #expect(throws: DataSourceError.unknownIndexTitle(title, position: position)) {
      try source.section(forIndexTitle: title, at: position)
    }
  }

  @Test func withoutAnIndexEveryTitleIsUnknown() {
    let source = Source(configuration: .init { item, _, _ in item })
    #expect(throws: DataSourceError.unknownIndexTitle("A", position: 0)) {
      try source.section(forIndexTitle: "A", at: 0)
    }
  }

  @Test(arguments: [-1, 2])
  func aTitleOfAMissingSectionIsAnError(index: Int) {
    let source = source(sizes: [1, 1]) { _, _, _ in index }
    #expect(throws: DataSourceError.sectionOutOfRange(index, count: 2)) {
      try source.section(forIndexTitle: "0", at: 0)
    }
  }

  @Test(
    arguments: [
      (0, [1, 1, 1], 0),
      (1, [1, 0, 1], 2),  // equally near: the later
      (1, [1, 0, 0], 0),
      (3, [1, 0, 0, 0, 0, 1], 5),
      (2, [1, 0, 0, 0, 0, 1], 0),
      (-5, [0, 1], 1),
      (9, [1, 1, 0], 1),
      (0, [0, 0], nil),
      (0, [], nil),
    ] as [(Int, [Int], Int?)])
  func aJumpLandsOnTheNearestSectionWithItems(index: Int, sizes: [Int], expected: Int?) {
    #expect(source(sizes: sizes).nearestNonEmptySection(to: index) == expected)
  }

  @Test(arguments: UInt64(0)..<100)
  func noSectionWithItemsIsNearerThanTheNearest(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sizes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      max(0, Int.random(in: -4...2, using: &random))
    }
    let source = source(sizes: sizes)
    for index in sizes.indices {
      let expected = sizes.indices
        .filter { sizes[$0] > 0 }
        .min { (abs($0 - index), -$0) < (abs($1 - index), -$1) }
      #expect(source.nearestNonEmptySection(to: index) == expected)
    }
  }
}
