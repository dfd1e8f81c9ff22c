extension DataSource where Section: DifferentiableSection {
  /// Moves an item; `destination` counts after its removal and may be the end of a section.
  ///
  /// - Throws: A ``DataSourceError`` for a path out of range or an item that cannot be moved.
  /// - Complexity: O(*n*), where *n* is the number of items in the two sections.
  @_alwaysEmitIntoClient
  public mutating func moveItem(
    from source: ItemPath, to destination: ItemPath
  ) throws(DataSourceError) {
    guard try canMove(at: source) else { throw .notMovable(source) }
    let count = try numberOfItems(inSection: destination.section)
    let room = source.section == destination.section ? count - 1 : count
    guard (0...room).contains(destination.item) else {
      throw .itemOutOfRange(destination, count: count)
    }
    var moved = sections
    let item = try self.item(at: source)
    var items = Array(moved[source.section].items)
    items.remove(at: source.item)
    moved[source.section] = Section(original: moved[source.section], items: items)
    items = Array(moved[destination.section].items)
    items.insert(item, at: destination.item)
    moved[destination.section] = Section(original: moved[destination.section], items: items)
    sections = moved
  }
}
