/// The answers a view needs to show a sectioned list: how many, which, and how.
///
/// A data source is a value. Its sections can be replaced; how they are presented is settled once,
/// by its ``Configuration``. It knows no view and keeps no row: rows are made when asked for.
/// Every offset is zero-based, and one that is out of range is an error that is thrown.
///
/// A question costs O(1), besides what the closures of the configuration do.
public struct DataSource<Section: SectionModel, Row> {
  /// What the data source answers about.
  public var sections: [Section] {
    didSet { indexTitles = configuration.indexTitles?(sections) }
  }

  /// The titles of the index in order, read off the sections when those were set.
  ///
  /// `nil` when there is no index. Titles need not stand for one section each.
  public private(set) var indexTitles: [String]?

  private let configuration: Configuration

  /// Makes a data source.
  ///
  /// - Parameters:
  ///   - sections: What to answer about, in the order in which it is shown.
  ///   - configuration: How it is presented.
  public init(sections: [Section] = [], configuration: Configuration) {
    self.sections = sections
    self.configuration = configuration
    indexTitles = configuration.indexTitles?(sections)
  }
}

extension DataSource: Sendable where Section: Sendable {}

// MARK: Items and rows

extension DataSource {
  /// How many sections there are, the empty ones included.
  public var numberOfSections: Int {
    sections.count
  }

  /// How many items a section has.
  ///
  /// - Throws: ``DataSourceError/sectionOutOfRange(_:count:)``
  public func numberOfItems(inSection index: Int) throws(DataSourceError) -> Int {
    try section(at: index).items.count
  }

  /// The item at a path.
  ///
  /// - Throws: ``DataSourceError/sectionOutOfRange(_:count:)`` or
  ///   ``DataSourceError/itemOutOfRange(_:count:)``
  public func item(at path: ItemPath) throws(DataSourceError) -> Section.Item {
    let items = try section(at: path.section).items
    guard path.item >= 0, path.item < items.count else {
      throw .itemOutOfRange(path, count: items.count)
    }
    return items[items.index(items.startIndex, offsetBy: path.item)]
  }

  /// The row for the item at a path, made by the configuration's row provider.
  ///
  /// - Throws: ``DataSourceError/sectionOutOfRange(_:count:)`` or
  ///   ``DataSourceError/itemOutOfRange(_:count:)``
  public func row(at path: ItemPath) throws(DataSourceError) -> Row {
    try configuration.row(item(at: path), path, section(at: path.section))
  }

  /// Whether the item at a path may be changed.
  ///
  /// - Throws: ``DataSourceError/sectionOutOfRange(_:count:)`` or
  ///   ``DataSourceError/itemOutOfRange(_:count:)``
  public func canEdit(at path: ItemPath) throws(DataSourceError) -> Bool {
    let item = try item(at: path)
    return configuration.canEdit?(item, path) ?? false
  }

  /// Whether the item at a path may be moved to another.
  ///
  /// - Throws: ``DataSourceError/sectionOutOfRange(_:count:)`` or
  ///   ``DataSourceError/itemOutOfRange(_:count:)``
  public func canMove(at path: ItemPath) throws(DataSourceError) -> Bool {
    let item = try item(at: path)
    return configuration.canMove?(item, path) ?? false
  }

  private func section(at index: Int) throws(DataSourceError) -> Section {
    guard sections.indices.contains(index) else {
      throw .sectionOutOfRange(index, count: sections.count)
    }
    return sections[index]
  }
}

// MARK: Titles

extension DataSource {
  /// The title above a section, or `nil` for none.
  ///
  /// - Throws: ``DataSourceError/sectionOutOfRange(_:count:)``
  public func headerTitle(ofSection index: Int) throws(DataSourceError) -> String? {
    let section = try section(at: index)
    return configuration.headerTitle?(section, index)
  }

  /// The title below a section, or `nil` for none.
  ///
  /// - Throws: ``DataSourceError/sectionOutOfRange(_:count:)``
  public func footerTitle(ofSection index: Int) throws(DataSourceError) -> String? {
    let section = try section(at: index)
    return configuration.footerTitle?(section, index)
  }

  /// The section an index title leads to.
  ///
  /// - Parameters:
  ///   - title: The title that was chosen.
  ///   - position: Its offset in ``indexTitles``, which may hold one title twice.
  /// - Returns: The section's offset; the section may be empty.
  /// - Throws: ``DataSourceError/unknownIndexTitle(_:position:)`` if the title does not stand
  ///   there, and ``DataSourceError/sectionOutOfRange(_:count:)`` if it leads to a section that
  ///   there is not.
  public func section(
    forIndexTitle title: String, at position: Int
  ) throws(DataSourceError) -> Int {
    guard let indexTitles, indexTitles.indices.contains(position), indexTitles[position] == title
    else {
      throw .unknownIndexTitle(title, position: position)
    }
    let index = configuration.sectionForIndexTitle?(title, position, sections) ?? position
    guard sections.indices.contains(index) else {
      throw .sectionOutOfRange(index, count: sections.count)
    }
    return index
  }

  /// Where to land on the way to a section: there if it has items, else as near as possible.
  ///
  /// Of two sections equally near, the later one is taken. An offset before the first section or
  /// after the last is read as the first or the last. `nil` when no section has items.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sections.
  public func nearestNonEmptySection(to index: Int) -> Int? {
    guard !sections.isEmpty else { return nil }
    let start = min(max(index, 0), sections.count - 1)
    let later = sections[start...].firstIndex { !$0.items.isEmpty }
    let earlier = sections[..<start].lastIndex { !$0.items.isEmpty }
    guard let later, let earlier else { return later ?? earlier }
    return later - start <= start - earlier ? later : earlier
  }
}
