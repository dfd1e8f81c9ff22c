import LibraryTestSupport
import SectionedData

/// Small random sectioned lists: empty sections, changed titles, items that move, appear and disappear.
enum RandomSections {
  /// Up to five sections of up to five items each, without duplicates.
  static func list(using random: inout SeededGenerator) -> [Rows] {
    let ids = (0..<8).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
    var items = (0..<30).shuffled(using: &random)
    return ids.map { id in
      let rows = (0..<Int.random(in: 0...5, using: &random)).map { _ in Row(items.removeLast()) }
      return Rows(id, rows)
    }
  }

  /// The list after some edits of each kind, or unchanged.
  static func edited(_ list: [Rows], using random: inout SeededGenerator) -> [Rows] {
    var list = list
    for _ in 0..<Int.random(in: 0...8, using: &random) { edit(&list, using: &random) }
    return list
  }

  private static func edit(_ list: inout [Rows], using random: inout SeededGenerator) {
    let free = Set(0..<30).subtracting(list.flatMap { $0.items.map(\.id) }).sorted()
    let unused = Set(0..<8).subtracting(list.map(\.id)).sorted()
    guard let section = list.indices.randomElement(using: &random) else {
      if let id = unused.randomElement(using: &random) { list.append(Rows(id, [])) }
      return
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      if let id = unused.randomElement(using: &random) {
        list.insert(Rows(id, free.prefix(2).map { Row($0) }), at: section)
      }
    case 1: list.remove(at: section)
    case 2:
      let moved = list.remove(at: section)
      list.insert(moved, at: Int.random(in: 0...list.count, using: &random))
    case 3: list[section].header.text += "u"
    case 4:
      if let id = free.randomElement(using: &random) {
        list[section].items.insert(
          Row(id), at: Int.random(in: 0...list[section].items.count, using: &random))
      }
    case 5: list[section].items.shuffle(using: &random)
    default: editItem(of: &list, section, using: &random)
    }
  }

  private static func editItem(
    of list: inout [Rows], _ section: Int, using random: inout SeededGenerator
  ) {
    guard let item = list[section].items.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: list[section].items.remove(at: item)
    case 1: list[section].items[item].value += "u"
    default:
      let row = list[section].items.remove(at: item)
      let target = Int.random(in: 0..<list.count, using: &random)
      let place = Int.random(in: 0...list[target].items.count, using: &random)
      list[target].items.insert(row, at: place)
    }
  }

  /// Sections whose items ascend from the first section to the last.
  static func ordered(using random: inout SeededGenerator) -> [Rows] {
    var next = 0
    return (0..<5).map { id in
      let rows = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        next += Int.random(in: 1...3, using: &random)
        return Row(next)
      }
      return Rows(id, rows)
    }
  }

  /// Some items of a list, some of them with other values; with or without empty sections.
  static func filtered(_ list: [Rows], using random: inout SeededGenerator) -> [Rows] {
    let keepsEmpty = Bool.random(using: &random)
    let sections = list.map { section in
      var section = section
      section.items.removeAll { _ in Bool.random(using: &random) }
      if let item = section.items.indices.randomElement(using: &random) {
        section.items[item].value = "u"
      }
      return section
    }
    return sections.filter { keepsEmpty || !$0.items.isEmpty }
  }

  /// A list in which an identity may occur two or three times.
  static func withDuplicates(using random: inout SeededGenerator) -> [Rows] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Row(Int.random(in: 0..<12, using: &random))
      }
      return Rows(Int.random(in: 0..<6, using: &random), rows)
    }
  }
}
