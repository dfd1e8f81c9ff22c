import NameSearch

/// How many lines names take, each measured once as long as nothing it depends on changes.
struct RowHeights: Sendable {
  /// What a height depends on besides the name.
  struct Space: Equatable {
    let columns: Int
    let lines: Int
  }

  /// More are not kept: measuring the names of some screens again is no matter.
  static let limit = 4_096

  /// How many names are known.
  var count: Int { heights.count }

  private var space: Space?
  private var heights: [Name: (original: String, height: Int)] = [:]

  /// The height of a name, by its identity, how it is written, and the space there is.
  mutating func height(of name: Name, in space: Space, measure: () -> Int) -> Int {
    if self.space != space || heights.count >= Self.limit {
      self.space = space
      heights = [:]
    }
    if let known = heights[name], known.original.utf8.elementsEqual(name.original.utf8) {
      return known.height
    }
    let height = measure()
    heights[name] = (name.original, height)
    return height
  }
}
