import SectionedData

/// An item of the tests: equal only if its value is, too.
struct Row: Identifiable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  let id: Int
  var value = ""

  init(_ id: Int, _ value: String = "") {
    self.id = id
    self.value = value
  }

  init(integerLiteral id: Int) {
    self.id = id
  }
}

/// A header of the tests: equal only if its title is, too.
struct Title: Identifiable, Hashable, Sendable {
  let id: Int
  var text = ""
}

typealias Rows = IdentifiedSection<Title, Row>

extension IdentifiedSection<Title, Row> {
  /// A section with an identity, its items, and a title if that matters.
  init(_ id: Int, _ items: [Row], title: String = "") {
    self.init(header: Title(id: id, text: title), items: items)
  }
}

func path(_ section: Int, _ item: Int) -> ItemPath {
  ItemPath(section: section, item: item)
}

func move(_ from: (Int, Int), to: (Int, Int)) -> Relocation<ItemPath> {
  Relocation(from: path(from.0, from.1), to: path(to.0, to.1))
}

extension SectionedChanges {
  /// Changes with only these parts; updated elements keep their places unless a move is given.
  init(
    deletedSections: [Int] = [], updatedSections: [Int] = [], insertedSections: [Int] = [],
    movedSections: [Relocation<Int>] = [], deletedItems: [ItemPath] = [],
    updatedItems: [ItemPath] = [],
    relocatedUpdates: [Relocation<ItemPath>] = [], insertedItems: [ItemPath] = [],
    movedItems: [Relocation<ItemPath>] = []
  ) {
    self.init()
    self.deletedSections = deletedSections
    self.updatedSections = updatedSections.map { Relocation(from: $0, to: $0) }
    self.insertedSections = insertedSections
    self.movedSections = movedSections
    self.deletedItems = deletedItems
    self.updatedItems = updatedItems.map { Relocation(from: $0, to: $0) } + relocatedUpdates
    self.insertedItems = insertedItems
    self.movedItems = movedItems
  }
}
