import SectionedData

/// Applies changes to a list one by one, as a view would, without using the library.
///
/// Only new values are taken from the wanted list; all positions follow from the changes. A change
/// of an element that the list does not have is an error.
struct NaiveReplay {
  struct Failure: Error {
    let reason: String
  }

  /// A list, and for each kept section the offset it had before.
  private struct Shelf {
    var section: Rows
    var origin: Int?
    var items: [(row: Row, origin: ItemPath?)]
  }

  /// The list after the changes; new values and headers come from `wanted`.
  static func apply(_ changes: SectionedChanges, to before: [Rows], wanted: [Rows]) throws -> [Rows]
  {
    var shelves = before.enumerated().map { index, section in
      Shelf(
        section: section, origin: index,
        items: section.items.enumerated().map { ($1, path(index, $0)) })
    }
    let (rows, titles) = values(in: wanted)
    for index in changes.updatedSections.map(\.from) {
      guard let title = titles[shelves[index].section.id] else { throw Failure(reason: "title") }
      shelves[index].section.header = title
    }
    for place in changes.updatedItems.map(\.from) {
      guard let row = rows[shelves[place.section].items[place.item].row.id] else {
        throw Failure(reason: "an updated item is not wanted")
      }
      shelves[place.section].items[place.item].row = row
    }
    let carried = try takeOut(changes, from: &shelves)
    try arrange(changes, &shelves, wanted: wanted)
    try putIn(changes, carried, into: &shelves, wanted: wanted)
    return shelves.map { Rows(header: $0.section.header, items: $0.items.map(\.row)) }
  }

  private static func values(in sections: [Rows]) -> (rows: [Int: Row], titles: [Int: Title]) {
    var (rows, titles) = ([Int: Row](), [Int: Title]())
    for section in sections {
      titles[section.id] = section.header
      for item in section.items { rows[item.id] = item }
    }
    return (rows, titles)
  }

  private static func takeOut(
    _ changes: SectionedChanges, from shelves: inout [Shelf]
  ) throws -> [ItemPath: Row] {
    var carried: [ItemPath: Row] = [:]
    let moved = changes.movedItems.map(\.from)
    for place in (changes.deletedItems + moved).sorted(by: >) {
      guard shelves.indices.contains(place.section),
        shelves[place.section].items.indices.contains(place.item),
        !changes.deletedSections.contains(place.section)
      else { throw Failure(reason: "no item at \(place)") }
      let taken = shelves[place.section].items.remove(at: place.item)
      guard taken.origin == place else { throw Failure(reason: "\(place) is taken twice") }
      carried[place] = taken.row
    }
    return carried
  }

  private static func arrange(
    _ changes: SectionedChanges, _ shelves: inout [Shelf], wanted: [Rows]
  ) throws {
    var placed: [Int: Shelf] = [:]
    for index in changes.insertedSections {
      let section = wanted[index]
      placed[index] = Shelf(section: section, items: section.items.map { ($0, nil) })
    }
    for move in changes.movedSections {
      guard placed[move.to] == nil else { throw Failure(reason: "two sections at \(move.to)") }
      placed[move.to] = shelves[move.from]
    }
    let gone = Set(changes.deletedSections + changes.movedSections.map(\.from))
    guard gone.count == changes.deletedSections.count + changes.movedSections.count else {
      throw Failure(reason: "a section is taken twice")
    }
    var left = shelves.indices.filter { !gone.contains($0) }.map { shelves[$0] }
    for index in placed.keys.sorted() {
      guard let shelf = placed[index], index <= left.count else {
        throw Failure(reason: "no place for section \(index)")
      }
      left.insert(shelf, at: index)
    }
    shelves = left
  }

  private static func putIn(
    _ changes: SectionedChanges, _ carried: [ItemPath: Row], into shelves: inout [Shelf],
    wanted: [Rows]
  ) throws {
    var arrivals = changes.insertedItems.map { ($0, wanted[$0.section].items[$0.item]) }
    for move in changes.movedItems {
      guard let row = carried[move.from] else { throw Failure(reason: "nothing to move") }
      arrivals.append((move.to, row))
    }
    for (place, row) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      guard place.item <= shelves[place.section].items.count,
        shelves[place.section].origin != nil
      else { throw Failure(reason: "no place for an item at \(place)") }
      shelves[place.section].items.insert((row, nil), at: place.item)
    }
  }
}
