import BenchmarkSupport
import SectionedData

/// Applies differences the plain way, with no code of the library's.
enum Replay {
  /// The list a difference makes of another, read off the changes alone but for the new values.
  static func list(_ difference: ListDifference<[Record]>, from initial: [Record]) -> [Record] {
    let leaving = Set(difference.deleted).union(difference.moved.map(\.from))
    var placed: [Int: Record] = [:]
    for offset in difference.inserted { placed[offset] = difference.items[offset] }
    for move in difference.moved { placed[move.to] = initial[move.from] }
    let staying = initial.indices.filter { !leaving.contains($0) }.map { initial[$0] }
    var result = filled(placed, with: staying)
    for move in difference.updated { result[move.to] = difference.items[move.to] }
    return result
  }

  /// The list that all stages of a difference make of another.
  static func sections<ID>(
    _ difference: SectionedDifference<SectionedCases.Letter<ID>>,
    from initial: [SectionedCases.Letter<ID>]
  ) throws -> [SectionedCases.Letter<ID>] {
    var sections = initial
    for stage in difference.stages {
      sections = apply(stage, to: sections)
      try expect(sections == stage.sections, "\(stage.kind)")
    }
    return sections
  }

  private static func apply<ID>(
    _ stage: SectionedStage<SectionedCases.Letter<ID>>, to before: [SectionedCases.Letter<ID>]
  ) -> [SectionedCases.Letter<ID>] {
    let changes = stage.changes
    let (goneSections, goneItems) = (Set(changes.deletedSections), Set(changes.deletedItems))
    var moving = Set(changes.movedItems.map(\.from))
    moving.formUnion(goneItems)
    var left: [SectionedCases.Letter<ID>] = []
    for (index, section) in before.enumerated() where !goneSections.contains(index) {
      let items = section.items.indices.filter {
        !moving.contains(ItemPath(section: index, item: $0))
      }
      left.append(.init(header: section.header, items: items.map { section.items[$0] }))
    }
    var inserted: [Int: SectionedCases.Letter<ID>] = [:]
    for index in changes.insertedSections { inserted[index] = stage.sections[index] }
    var result = filled(inserted, with: left)
    var placed: [Int: [Int: Name<ID>]] = [:]
    for path in changes.insertedItems {
      placed[path.section, default: [:]][path.item] = stage.sections[path.section].items[path.item]
    }
    for (section, items) in placed {
      result[section].items = filled(items, with: result[section].items)
    }
    return result
  }

  /// A list with some elements at their places, and the rest in order on the places left.
  private static func filled<Element>(
    _ placed: [Int: Element], with rest: [Element]
  ) -> [Element] {
    var others = rest.makeIterator()
    return (0..<(placed.count + rest.count)).compactMap { placed[$0] ?? others.next() }
  }
}
