import NameSearch
import SectionedData

// Walking through the places of a listing.

extension Listing {
  /// Where the first match stands, if there is one.
  static let start = ItemPath(section: 0, item: 0)

  /// Where the last match stands.
  var end: ItemPath { path(at: count - 1) ?? Self.start }

  /// The place of a path among all matches, counted from zero; the path must exist.
  ///
  /// - Complexity: O(1)
  func place(of path: ItemPath) -> Int {
    matches.sections[path.section].matchesBefore + path.item
  }

  /// The path at a place among all matches, or `nil` beyond the ends.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  func path(at place: Int) -> ItemPath? {
    matches.position(at: place).map { ItemPath(section: $0.section, item: $0.item) }
  }

  /// The path after another, or `nil` at the end.
  func path(after path: ItemPath) -> ItemPath? { self.path(at: place(of: path) + 1) }

  /// The path before another, or `nil` at the start.
  func path(before path: ItemPath) -> ItemPath? { self.path(at: place(of: path) - 1) }

  /// The path so many rows on (or back), stopping at the ends.
  func path(_ path: ItemPath, movedBy rows: Int) -> ItemPath {
    self.path(at: min(max(place(of: path) + rows, 0), count - 1)) ?? path
  }

  /// The paths near another: those after it, nearest first, then those before it.
  func paths(around path: ItemPath, reach: Int) -> [ItemPath] {
    let place = place(of: path)
    return ((1...reach).map { place + $0 } + (1...reach).map { place - $0 })
      .compactMap { self.path(at: $0) }
  }

  /// The row with a number, counted from 1.
  func target(number: Int) -> Target? {
    path(at: number - 1).flatMap { target(at: $0) }
  }

  /// The section of an index title, or the nearest that holds rows; `nil` when none does.
  func section(nearestTo title: String) -> Int? {
    let titles = matches.sections.map(\.title)
    if let exact = titles.firstIndex(where: { $0.lowercased() == title.lowercased() }) {
      return exact
    }
    return matches.section(nearestTo: title)
  }
}
