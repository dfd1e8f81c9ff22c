import NameSearch
package import SectionedData

extension Listing {
  /// The path of the first match, if there is one.
  package static let start = ItemPath(section: 0, item: 0)

  /// The path of the last match.
  package var end: ItemPath { path(at: count - 1) ?? Self.start }

  /// The offset of an existing path among all matches, in O(1).
  package func place(of path: ItemPath) -> Int {
    matches.sections[path.section].matchesBefore + path.item
  }

  /// The path at an offset among all matches, in O(log *s*) for *s* sections; `nil` out of range.
  package func path(at place: Int) -> ItemPath? {
    matches.position(at: place).map { ItemPath(section: $0.section, item: $0.item) }
  }

  package func path(after path: ItemPath) -> ItemPath? { self.path(at: place(of: path) + 1) }

  package func path(before path: ItemPath) -> ItemPath? { self.path(at: place(of: path) - 1) }

  /// The path a number of rows further on, or back if negative, stopping at the ends.
  package func path(_ path: ItemPath, movedBy rows: Int) -> ItemPath {
    self.path(at: min(max(place(of: path) + rows, 0), count - 1)) ?? path
  }

  /// The paths near another: those after it and then those before it, each nearest first.
  package func paths(around path: ItemPath, reach: Int) -> [ItemPath] {
    let place = place(of: path)
    return ((1...reach).map { place + $0 } + (1...reach).map { place - $0 })
      .compactMap { self.path(at: $0) }
  }

  /// The row with a number, counted from 1.
  package func target(number: Int) -> Target? {
    guard number > 0 else { return nil }
    return path(at: number - 1).flatMap { target(at: $0) }
  }

  /// The section of an index title, or the nearest with rows; `nil` if there is none.
  package func section(nearestTo title: String) -> Int? {
    let titles = matches.sections.map(\.title)
    if let exact = titles.firstIndex(where: { $0.lowercased() == title.lowercased() }) {
      return exact
    }
    return matches.section(nearestTo: title)
  }
}
