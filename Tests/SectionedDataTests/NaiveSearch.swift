import SectionedData

/// The smallest possible number of moves, found by computing the longest ascending subsequence for
/// every end.
struct NaiveMoves {
  let sections: Int
  let items: Int

  init(from initial: [Rows], to final: [Rows]) {
    let (before, after) = (initial.map(\.id), final.map(\.id))
    let kept = after.compactMap { before.firstIndex(of: $0) }
    sections = kept.count - Self.longestAscent(kept)
    let homes = initial.flatMap { section in section.items.map { ($0.id, section.id) } }
    let home = Dictionary(uniqueKeysWithValues: homes)
    var items = 0
    for section in final where before.contains(section.id) {
      let own = initial.first { $0.id == section.id }?.items.map(\.id) ?? []
      let stayed = section.items.compactMap { own.firstIndex(of: $0.id) }
      items += stayed.count - Self.longestAscent(stayed)
      items += section.items.count { item in
        home[item.id].map { $0 != section.id && after.contains($0) } ?? false
      }
    }
    self.items = items
  }

  private static func longestAscent(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      let before = (0..<index).filter { numbers[$0] < number }.map { lengths[$0] }
      lengths.append(1 + (before.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}

/// Duplicates, by comparing everything with everything.
enum NaiveDuplicates {
  typealias Failure = SectionedDifference<Rows>.Failure

  static func sections(_ list: [Rows], _ side: DifferenceSide) -> Failure? {
    pair(list.indices.map { (list[$0].id, $0) }).map {
      .duplicateSection(.init(identity: $0, first: $1, second: $2, side: side))
    }
  }

  static func items(_ list: [Rows], _ side: DifferenceSide) -> Failure? {
    let items = list.indices.flatMap { section in
      list[section].items.enumerated().map { ($1.id, path(section, $0)) }
    }
    return pair(items).map {
      .duplicateItem(.init(identity: $0, first: $1, second: $2, side: side))
    }
  }

  /// The identity that is repeated earliest, with its first and its second place.
  private static func pair<Place>(_ all: [(id: Int, place: Place)]) -> (Int, Place, Place)? {
    for (index, element) in all.enumerated() {
      if let first = all[..<index].first(where: { $0.id == element.id }) {
        return (element.id, first.place, element.place)
      }
    }
    return nil
  }
}
