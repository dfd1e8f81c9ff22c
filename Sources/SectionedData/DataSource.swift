/// The data that a view needs to show a sectioned list: counts, rows and titles.
///
/// A data source is a value and makes rows on demand. All offsets are zero-based. An answer takes
/// O(1), apart from the closures of the ``Configuration``.
public struct DataSource<Section: SectionModel, Row> {
  /// The sections in the order in which they are shown.
  public var sections: [Section] {
    didSet { indexTitles = configuration.indexTitles?(sections) }
  }

  /// The titles of the index, computed when the sections are set; `nil` for no index.
  public private(set) var indexTitles: [String]?

  @usableFromInline let configuration: Configuration

  /// Makes a data source.
  public init(sections: [Section] = [], configuration: Configuration) {
    self.sections = sections
    self.configuration = configuration
    indexTitles = configuration.indexTitles?(sections)
  }
}

// MARK: Items and rows

extension DataSource {
  /// How many sections there are, including empty ones.
  public var numberOfSections: Int {
    sections.count
  }

  /// How many items a section has.
  ///
  /// - Throws: ``DataSourceError/sectionOutOfRange(_:count:)``
  @_alwaysEmitIntoClient
  public func numberOfItems(inSection index: Int) throws(DataSourceError) -> Int {
    try section(at: index).items.count
  }

  /// The item at a path.
  ///
  /// - Throws: ``DataSourceError/sectionOutOfRange(_:count:)`` or
  ///   ``DataSourceError/itemOutOfRange(_:count:)``
  @_alwaysEmitIntoClient
  public func item(at path: ItemPath) throws(DataSourceError) -> Section.Item {
    let items = try section(at: path.section).items
    guard path.item >= 0, path.item < items.count else {
      throw .itemOutOfRange(path, count: items.count)
    }
    return items[items.index(items.startIndex, offsetBy: path.item)]
  }

  /// The row for the item at a path; throws like ``item(at:)``.
  @_alwaysEmitIntoClient
  public func row(at path: ItemPath) throws(DataSourceError) -> Row {
    try configuration.row(item(at: path), path, section(at: path.section))
  }

  /// Whether the item at a path may be changed; throws like ``item(at:)``.
  @_alwaysEmitIntoClient
  public func canEdit(at path: ItemPath) throws(DataSourceError) -> Bool {
    let item = try item(at: path)
    return configuration.canEdit?(item, path) ?? false
  }

  /// Whether the item at a path may be moved; throws like ``item(at:)``.
  @_alwaysEmitIntoClient
  public func canMove(at path: ItemPath) throws(DataSourceError) -> Bool {
    let item = try item(at: path)
    return configuration.canMove?(item, path) ?? false
  }

  @_alwaysEmitIntoClient
  func section(at index: Int) throws(DataSourceError) -> Section {
    guard sections.indices.contains(index) else {
      throw .sectionOutOfRange(index, count: sections.count)
    }
    return sections[index]
  }
}

// MARK: Titles

extension DataSource {
  /// The title above a section, if any; throws like ``numberOfItems(inSection:)``.
  @_alwaysEmitIntoClient
  public func headerTitle(ofSection index: Int) throws(DataSourceError) -> String? {
    let section = try section(at: index)
    return configuration.headerTitle?(section, index)
  }

  /// The title below a section, if any; throws like ``numberOfItems(inSection:)``.
  @_alwaysEmitIntoClient
  public func footerTitle(ofSection index: Int) throws(DataSourceError) -> String? {
    let section = try section(at: index)
    return configuration.footerTitle?(section, index)
  }

  /// The offset of the section for the index title at `position`; the section may be empty.
  ///
  /// - Throws: ``DataSourceError/unknownIndexTitle(_:position:)`` if the title is not at that
  ///   position, ``DataSourceError/sectionOutOfRange(_:count:)`` if its section does not exist.
  @_alwaysEmitIntoClient
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

  /// The non-empty section nearest to an offset; the later of two; `nil` for none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sections.
  @_alwaysEmitIntoClient
  public func nearestNonEmptySection(to index: Int) -> Int? {
    guard !sections.isEmpty else { return nil }
    let start = min(max(index, 0), sections.count - 1)
    let later = sections[start...].firstIndex { !$0.items.isEmpty }
    let earlier = sections[..<start].lastIndex { !$0.items.isEmpty }
    guard let later, let earlier else { return later ?? earlier }
    return later - start <= start - earlier ? later : earlier
  }
}
