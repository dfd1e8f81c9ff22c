/// Names in alphabetical order and sections: an immutable snapshot.
///
/// Adding and removing give another index and leave this one as it is; the rows of one index mean
/// nothing in the other, even when `count` is the same. All text lies in one contiguous buffer, in the
/// order of the rows: a `Name` is made only for a row that is asked for. No two rows have equal names.
///
/// A name costs its bytes and five more; with a word index four for each of its words, and each different
/// word its own bytes and eight. A name that is not ASCII costs about twice as much: it is kept
/// folded, too. While names are being sorted 24 bytes for each come on top, and the text is there twice.
///
/// A few names that come or go lie over the others, which stay as they are, so that they cost what
/// changed; when they are more than a quarter, everything is put together anew.
public struct NameIndex: Sendable {
  /// What tells one content from another: equal only for copies of the same index.
  public struct Version: Hashable, Sendable {
    /// The object is the identity, and stays unique for as long as somebody holds on to it.
    private final class Token: Sendable {}

    private let token = Token()

    init() {}

    /// Whether both are of copies of the same index.
    public static func == (left: Version, right: Version) -> Bool {
      left.token === right.token
    }

    /// Feeds the identity to a hasher.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(token))
    }
  }

  /// In what order the names stand, and under which titles.
  public let order: NameOrder

  /// The identity of the content: another one after every change of rows.
  public let version: Version

  /// How many names were left out because they were there already.
  public let duplicateCount: Int

  /// The sections that hold rows, in order; together they cover all rows.
  public let sections: [IndexSection]

  /// Most names, and those that came since; the rows of the base that were taken out, in ascending
  /// order; and how all that makes up the rows.
  let base: NameTable
  let recent: NameTable
  let removed: [UInt32]
  let layout: RowLayout

  /// The word index of the base, once it has one.
  let words: WordIndex?

  let collation: Collation
  let ruler: SectionRuler

  /// The keys of `sections`.
  let sectionKeys: [SectionRuler.Key]

  /// Makes an index without names.
  ///
  /// Opening a locale's collation and alphabet takes some milliseconds; indexes made from this one by
  /// adding and removing share them.
  public init(order: NameOrder) {
    let collation = Collation(localeIdentifier: order.localeIdentifier)
    self.init(
      order: order, collation: collation, ruler: SectionRuler(order, collation: collation))
  }

  private init(order: NameOrder, collation: Collation, ruler: SectionRuler) {
    self.order = order
    self.collation = collation
    self.ruler = ruler
    version = Version()
    duplicateCount = 0
    base = NameTable()
    recent = NameTable()
    removed = []
    layout = RowLayout(baseCount: 0)
    words = nil
    sections = []
    sectionKeys = []
  }

  /// The index with other rows.
  init(
    _ index: NameIndex, base: NameTable, recent: NameTable = NameTable(), removed: [UInt32] = [],
    duplicateCount: Int
  ) {
    order = index.order
    version = Version()
    collation = index.collation
    ruler = index.ruler
    words = base === index.base ? index.words : nil
    self.base = base
    self.recent = recent
    self.removed = removed
    self.duplicateCount = duplicateCount
    let merge = SectionMerge(base: base, recent: recent, removed: removed, collation: collation)
    layout = merge.layout
    sections = merge.sections
    sectionKeys = merge.keys
  }

  /// The index with the same rows and another count of names left out, or another word index.
  init(_ index: NameIndex, words: WordIndex?, duplicateCount: Int) {
    order = index.order
    version = index.version
    collation = index.collation
    ruler = index.ruler
    base = index.base
    recent = index.recent
    removed = index.removed
    layout = index.layout
    sections = index.sections
    sectionKeys = index.sectionKeys
    self.words = words
    self.duplicateCount = duplicateCount
  }

  /// Opens what adding the first names would open, which takes some milliseconds: for whoever has to wait
  /// for them anyway.
  public func prepare() {
    ruler.prepare()
  }

  /// The number of names.
  ///
  /// - Complexity: O(1)
  public var count: Int { layout.count }

  /// Whether there are no names.
  ///
  /// - Complexity: O(1)
  public var isEmpty: Bool { count == 0 }

  /// The length of a name in the mean, in bytes of UTF-8; 0 where there are none.
  ///
  /// - Complexity: O(1)
  public var meanNameLength: Int {
    let count = base.count + recent.count
    return count == 0 ? 0 : (base.texts.byteCount + recent.texts.byteCount) / count
  }
}

// MARK: Rows

extension NameIndex {
  /// The name of a row.
  ///
  /// - Precondition: The row is below `count`.
  /// - Complexity: O(*m* + log *k*), where *m* is the length of the name and *k* the number of names
  ///   that did not come in NFC or came since the index was last put together.
  public func name(at row: Row) -> Name {
    let (table, place) = place(of: row)
    return table.name(at: place)
  }

  /// The table a row is in, and its number there.
  @inline(__always)
  func place(of row: Row) -> (table: NameTable, row: Int) {
    let (side, place) = layout.place(of: row.offset)
    return (side == .base ? base : recent, place)
  }

  /// Hands out the bytes of a name as it came, for output without making a string of them.
  ///
  /// - Parameters:
  ///   - row: Below `count`.
  ///   - body: Gets the bytes: UTF-8, not normalised, without white space around them. The buffer is
  ///     valid only during the call.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, and nothing else.
  /// - Complexity: That of ``name(at:)``, without the copying.
  public func withOriginal<Result, Failure: Error>(
    at row: Row, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (table, place) = place(of: row)
    if let written = table.originals.index(of: place) {
      return try table.originals.strings.withBytes(at: written, body)
    }
    return try table.texts.withBytes(at: place, body)
  }

  /// The section a row is in, as a place in `sections`.
  ///
  /// - Precondition: The row is below `count`.
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  public func section(of row: Row) -> Int {
    sections.partitionPoint { $0.rows.upperBound > row.offset }
  }
}
