import Synchronization

/// Names in an order and in sections; the index never changes.
///
/// Adding and removing return another index, which refuses the rows of this one. No two rows have
/// equal names, unless ``NameOrder/numbersRows`` is set. A `Name` is made only on request.
///
/// A name takes its bytes plus 5, and about twice as much if it is not ASCII, because its folded
/// text is kept, too. Its detail takes its bytes plus 9. Sections by a column, or an order other
/// than that of the names, take 4 more for each name, the order of the input, or numbered rows,
/// another 4, and the order by a column the bytes of the value plus 9. A word index adds 4 bytes
/// for each word of a name, and for each different word its bytes plus 8. Sorting needs 24 more
/// bytes for each name; then 8, and a second copy of the text, are needed for a moment.
///
/// Small changes are kept in a second table over the unchanged base table. When they exceed a
/// quarter of the base, all names are merged into a new base.
public struct NameIndex: Sendable {
  /// The identity of the content, equal only for copies of the same index.
  public struct Version: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)

    private let number = last.wrappingAdd(1, ordering: .relaxed).newValue

    init() {}
  }

  /// The collation of the names and the rule for their sections.
  public let order: NameOrder

  /// The identity of the content; every change of rows gives a new one.
  public let version: Version

  /// The number of added names that were skipped as duplicates.
  public private(set) var duplicateCount: Int

  /// The sections that have rows, in order; together they cover all rows.
  public let sections: [IndexSection]

  /// The table of most names; `recent` has those added since, `removed` the removed rows of the
  /// base, ascending.
  let base: NameTable
  let recent: NameTable
  let removed: [UInt32]
  let layout: RowLayout

  /// The word index of `base`.
  private(set) var words: WordIndex?

  /// The column by which the rows are ordered, once it is known.
  package internal(set) var orderColumn: OrderColumn?

  /// The position of the next row whose source gives none.
  var nextPosition: UInt32 = 0

  /// The positions of removed rows, which are restored if the rows return.
  var formerPositions: [Name: UInt32] = [:]

  /// The snapshot that this index was read from, directly or through other indexes.
  private(set) var file: CheckedFile?

  let collation: Collation
  let ruler: SectionRuler

  let sectionKeys: [SectionRuler.Key]

  /// Makes an empty index.
  ///
  /// Indexes derived from it share its locale data. The data is read when it is first needed.
  public init(order: NameOrder) {
    self.init(
      order: order, base: NameTable(), recent: NameTable(), removed: [],
      layout: RowLayout(baseCount: 0), sections: [], words: nil, duplicateCount: 0)
  }

  /// Makes an index of tables that were merged before; `sections` are those of the index.
  init(
    order: NameOrder, base: NameTable, recent: NameTable, removed: [UInt32], layout: RowLayout,
    sections: [SectionRows], words: WordIndex?, duplicateCount: Int, file: CheckedFile? = nil,
    orderColumn: OrderColumn? = nil, nextPosition: UInt32 = 0
  ) {
    self.order = order
    collation = Collation(localeIdentifier: order.localeIdentifier)
    ruler = SectionRuler(order, collation: collation)
    version = Version()
    self.base = base
    self.recent = recent
    self.removed = removed
    self.layout = layout
    self.sections = sections.map { IndexSection(title: $0.key.title, rows: $0.rows) }
    sectionKeys = sections.map(\.key)
    self.words = words
    self.duplicateCount = duplicateCount
    self.file = file
    (self.orderColumn, self.nextPosition) = (orderColumn, nextPosition)
  }

  /// Makes an index like `index` with other rows and a new version.
  init(
    _ index: NameIndex, base: NameTable, recent: NameTable = NameTable(), removed: [UInt32] = [],
    duplicateCount: Int
  ) {
    order = index.order
    version = Version()
    collation = index.collation
    ruler = index.ruler
    words = base === index.base ? index.words : nil
    file = index.file
    self.base = base
    self.recent = recent
    self.removed = removed
    self.duplicateCount = duplicateCount
    (orderColumn, nextPosition) = (index.orderColumn, index.nextPosition)
    formerPositions = index.formerPositions
    let merge = SectionMerge(
      base: base, recent: recent, removed: removed,
      RowOrdering(order: order, collation: collation))
    layout = merge.layout
    sections = merge.sections
    sectionKeys = merge.keys
  }

  /// The same index without rows, for rows that are ordered by a column.
  ///
  /// Rows of a source tell their column. Rows that are added one by one before any of these need it.
  ///
  /// - Precondition: The index is empty.
  package func ordered(by column: OrderColumn?) -> NameIndex {
    precondition(isEmpty, "the rows of an index keep the values they were ordered by")
    var index = self
    index.orderColumn = column
    return index
  }

  /// The same rows and version with a word index, or with another count of duplicates.
  func with(words: WordIndex?, duplicateCount: Int) -> NameIndex {
    var index = self
    index.words = words
    index.duplicateCount = duplicateCount
    return index
  }

  /// Reads in advance what adding the first names needs; this takes some milliseconds.
  public func prepare() {
    collation.open()
    ruler.prepare()
  }

  /// The number of names, in O(1).
  public var count: Int { layout.count }

  /// Whether there are no names.
  public var isEmpty: Bool { count == 0 }

  /// The mean length of a name in bytes of UTF-8; 0 without names.
  public var meanNameLength: Int {
    let count = base.count + recent.count
    return count == 0 ? 0 : (base.texts.byteCount + recent.texts.byteCount) / count
  }
}

// MARK: Rows

extension NameIndex {
  /// The name of a row of this version.
  ///
  /// - Complexity: O(*m* + log *k*) for *m* bytes, where *k* counts the names that have a source
  ///   ID or were not given in NFC, and the changes since the last merge.
  public func name(at row: NameRow) -> Name {
    let (table, place) = place(of: row)
    return table.name(at: place)
  }

  @inline(__always)
  func place(of row: NameRow) -> (table: NameTable, row: Int) {
    precondition(row.version.isNone(but: version), "the row is of another version of the index")
    let (side, place) = layout.place(of: row.offset)
    return (side == .base ? base : recent, place)
  }

  /// The detail of a row, in NFC; `nil` for a row without one.
  ///
  /// - Complexity: As that of ``name(at:)``.
  public func detail(at row: NameRow) -> String? { fields(at: row).map { Fields.detail(of: $0) } }

  /// All columns without a role, in the form of ``Fields``.
  package func fields(at row: NameRow) -> String? {
    let (table, place) = place(of: row)
    return table.details.string(at: place)
  }

  /// The position of a row in the order of its source; `nil` if the rows are in another order, or it has none.
  package func position(at row: NameRow) -> Int64? {
    let (table, place) = place(of: row)
    guard order.rows == .input, table.positions[place] < .max else { return nil }
    return Int64(table.positions[place])
  }

  /// The value by which a row is ordered; empty if it has none.
  package func orderValue(at row: NameRow) -> String {
    let (table, place) = place(of: row)
    return table.orderValues.string(at: place) ?? ""
  }

  /// The revision of a row, if its input has one.
  package func revision(at row: NameRow) -> String? {
    let (table, place) = place(of: row)
    return table.revisions.string(at: place)
  }

  /// Whether any row has a revision.
  package var hasRevisions: Bool { !base.revisions.isEmpty || !recent.revisions.isEmpty }

  /// Whether any name has a detail.
  public var hasDetails: Bool { !base.details.isEmpty || !recent.details.isEmpty }

  /// The value of a row's section column; `nil` without one, and with any rule but
  /// ``NameOrder/SectionRule/column``.
  public func value(at row: NameRow) -> String? {
    order.sections == .column ? sectionKeys[section(of: row)].value : nil
  }

  /// Passes the original bytes of a row's name to `body`, without making a string.
  ///
  /// They are UTF-8, not normalized, without outer white space, and valid only during the call.
  ///
  /// - Throws: What `body` throws.
  /// - Complexity: That of ``name(at:)``, without the copying.
  public func withOriginal<Result, Failure: Error>(
    at row: NameRow, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (table, place) = place(of: row)
    return try table.withOriginal(at: place, body)
  }

  /// Passes all bytes of a row's line to `body`; if names come from a list or a column, those of the name.
  package func withLine<Result, Failure: Error>(
    at row: NameRow, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (table, place) = place(of: row)
    guard let line = table.lines.index(of: place) else { return try withOriginal(at: row, body) }
    return try table.lines.strings.withBytes(at: line, body)
  }

  /// The bytes of a row's line, if they differ from its original name.
  package func line(at row: NameRow) -> [UInt8]? {
    let (table, place) = place(of: row)
    return table.lines.bytes(at: place)
  }

  /// The index in `sections` of the section of a row, which must be below `count`.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  public func section(of row: NameRow) -> Int {
    precondition(row.version.isNone(but: version), "the row is of another version of the index")
    return section(ofOffset: row.offset)
  }

  func section(ofOffset offset: Int) -> Int {
    sections.partitionPoint { $0.rows.upperBound > offset }
  }
}

extension NameIndex: Equatable {
  /// Whether both are copies of the same index: they are compared by their versions, in O(1).
  public static func == (left: NameIndex, right: NameIndex) -> Bool {
    left.version == right.version
  }
}
