import SectionedData
import Testing

struct SectionedWindowTests {
  private let sections = [Rows(1, [1, 2, 3]), Rows(2, []), Rows(3, [4, 5]), Rows(4, [6])]

  @Test(arguments: [
    (path(0, 1)..<path(2, 1), [(0, 1..<3), (1, 0..<0), (2, 0..<1)]),
    (path(0, 0)..<path(0, 2), [(0, 0..<2)]),
    (path(0, 3)..<path(2, 0), [(1, 0..<0)]),  // neither what ends before it nor what starts after
    (path(2, 1)..<path(9, 0), [(2, 1..<2), (3, 0..<1)]),  // to the end of the list
    (path(7, 0)..<path(9, 0), []),
  ])
  func aWindowSpansTheSectionsBetweenItsPaths(
    paths: Range<ItemPath>, parts: [(Int, Range<Int>)]
  ) {
    let window = SectionedWindow(paths, of: sections)
    #expect(window.parts == parts.map { .init(section: $0.0, items: $0.1) })
  }

  @Test func aWindowIsASeparateList() throws {
    let window = SectionedWindow(path(0, 1)..<path(2, 1), of: sections)
    #expect(try window.sections(of: sections) == [Rows(1, [2, 3]), Rows(2, []), Rows(3, [4])])
    #expect(window.path(inList: path(0, 1)) == path(0, 2))
    #expect(window.path(inList: path(2, 0)) == path(2, 0))
  }

  @Test func missingItemsAreNotInTheWindow() throws {
    let window = SectionedWindow([.init(section: 0, items: 1..<9), .init(section: 7, items: 0..<1)])
    #expect(try window.sections(of: sections) == [Rows(1, [2, 3])])
  }

  @Test func itemsOutsideOfTheWindowsAreNotCompared() throws {
    let initial = [Rows(1, [1, 2, 3, 3, 3])]
    let final = [Rows(1, [9, 9, 2, Row(1, "u"), 7])]
    let difference = try SectionedDifference(
      from: initial, in: SectionedWindow([.init(section: 0, items: 0..<3)]),
      to: final, in: SectionedWindow([.init(section: 0, items: 2..<5)]))
    #expect(
      difference.batch
        == .init(
          deletedItems: [path(0, 2)], relocatedUpdates: [move((0, 0), to: (0, 1))],
          insertedItems: [path(0, 2)],
          movedItems: [move((0, 1), to: (0, 0))]))
    #expect(difference.sections == [Rows(1, [2, Row(1, "u"), 7])])
  }
}
