import SectionedData
import Testing

struct ItemPathTests {
  @Test func pathsAreOrderedBySectionAndThenByItem() {
    let paths = [
      ItemPath(section: 1, item: 0), ItemPath(section: 0, item: 9), ItemPath(section: 0, item: 2),
    ]
    #expect(paths.sorted().map(\.description) == ["(0, 2)", "(0, 9)", "(1, 0)"])
  }

  @Test func aPathIsNotBeforeItself() {
    let path = ItemPath(section: 2, item: 3)
    #expect(!(path < path))
  }

  @Test func equalPathsAreOneMemberOfASet() {
    #expect(Set([ItemPath(section: 1, item: 2), ItemPath(section: 1, item: 2)]).count == 1)
  }
}
