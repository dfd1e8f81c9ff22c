import NameSearch

/// A cache of the number of lines that names take.
struct RowHeights: Sendable {
  /// The space on which heights depend; another space empties the cache.
  struct Space: Equatable {
    let columns: Int
    let lines: Int
  }

  /// A full cache is emptied: measuring the names of a few screens again is cheap.
  static let limit = 4_096

  var count: Int { heights.count }

  private var space: Space?
  private var heights: [Name: (original: String, height: Int)] = [:]

  /// The height of a name; a name with another spelling is measured again.
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
