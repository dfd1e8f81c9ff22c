/// An immutable table of names in the order of an index, which several indexes can share.
final class NameTable: Sendable {
  /// The names in NFC.
  let texts: TextColumn

  /// The original spelling of names that were not given in NFC.
  let originals: SparseColumn

  /// The bytes of lines that differ from their original names; not kept in a snapshot.
  let lines: SparseColumn

  let sourceIDs: SparseColumn

  /// More text about the rows that have any, in NFC.
  let details: SparseColumn

  let exotics: NonASCIIRows

  /// The sections that have rows, in order; together they cover all rows.
  let sections: [SectionRows]

  /// The rows in the order of their names; empty if a name determines its section, so that it can
  /// be looked up there.
  let byName: Column<UInt32>

  /// The positions of the rows in the input; empty unless they decide the order or distinguish
  /// rows.
  let positions: Column<UInt32>

  /// Whether positions distinguish rows.
  let numbersRows: Bool

  /// The revisions that the input has for rows; not kept in a snapshot.
  let revisions: SparseColumn

  /// The values by which rows are ordered; empty unless the order is by a column.
  let orderValues: SparseColumn

  /// The texts that a search in details scans.
  let detailTexts: DetailTexts

  var count: Int { texts.count }

  convenience init() {
    self.init(
      texts: TextColumn(), originals: SparseColumn(), sourceIDs: SparseColumn(),
      details: SparseColumn(), exotics: NonASCIIRows(), sections: [], byName: Column(),
      positions: Column(), orderValues: SparseColumn())
  }

  init(
    texts: TextColumn, originals: SparseColumn, sourceIDs: SparseColumn, details: SparseColumn,
    exotics: NonASCIIRows, sections: [SectionRows], byName: Column<UInt32>,
    positions: Column<UInt32>, orderValues: SparseColumn
  ) {
    self.texts = texts
    self.originals = originals
    self.sourceIDs = sourceIDs
    self.details = details
    self.exotics = exotics
    self.sections = sections
    self.byName = byName
    self.positions = positions
    self.orderValues = orderValues
    revisions = SparseColumn()
    lines = SparseColumn()
    numbersRows = false
    detailTexts = DetailTexts(details)
  }

  /// - Throws: ``ListTooLong`` when the texts, the folded ones or the details take more than 4 GiB.
  convenience init(_ names: SortedNames, by group: Grouping) throws(ListTooLong) {
    var positions: [UInt32] = []
    if names.keepsRepeated {
      let sorted = names.positions
      positions.reserveCapacity(sorted.count)
      for stretch in group.stretches { positions += sorted[stretch] }
    }
    try self.init(names, group.sections, group.stretches, positions: Column(positions))
  }

  /// - Throws: ``ListTooLong`` when the texts, the folded ones or the details take more than 4 GiB.
  convenience init(_ order: ArrangedNames) throws(ListTooLong) {
    try self.init(
      order.names, order.sections, [0..<order.names.count], byName: Column(order.byName),
      positions: Column(order.positions))
  }

  private init(
    _ names: SortedNames, _ sections: [SectionRows], _ stretches: [Range<Int>],
    byName: Column<UInt32> = Column(), positions: Column<UInt32> = Column()
  ) throws(ListTooLong) {
    self.sections = sections
    self.byName = byName
    self.positions = positions
    numbersRows = names.keepsRepeated
    lines = try names.strings(of: \.lines, in: stretches)
    texts = try TextColumn(copying: names, in: stretches)
    originals = try names.strings(of: \.originals, in: stretches)
    sourceIDs = try names.strings(of: \.sourceIDs, in: stretches)
    details = try names.strings(of: \.details, in: stretches)
    revisions = try names.strings(of: \.revisions, in: stretches)
    orderValues = try names.strings(of: \.orderValues, in: stretches)
    detailTexts = DetailTexts(details)
    exotics = names.isASCII ? NonASCIIRows() : try NonASCIIRows(of: texts)
  }

  /// Whether the names of both tables fit into one.
  func hasRoom(for other: NameTable) -> Bool {
    let folded = exotics.folded.bytes.count + other.exotics.folded.bytes.count
    return texts.hasRoom(for: other.texts) && folded <= TextColumn.maximumBytes
      && details.strings.hasRoom(for: other.details.strings)
      && lines.strings.hasRoom(for: other.lines.strings)
      && orderValues.strings.hasRoom(for: other.orderValues.strings)
  }

  /// The number that distinguishes a row from others with its name; `nil` if IDs distinguish them.
  func number(of row: Int) -> UInt32? { numbersRows ? positions[row] : nil }

  /// Passes the bytes of a name as it is shown: not normalized.
  func withOriginal<Result, Failure: Error>(
    at row: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try originals.withBytes(at: row, orOf: texts, body)
  }

  func name(at row: Int) -> Name {
    let text = texts.string(at: row)
    return Name(
      text: text, original: originals.string(at: row) ?? text,
      sourceID: sourceIDs.string(at: row), number: number(of: row))
  }
}

extension NameTable {
  /// The value of a row's section column; `nil` for a row without one.
  func value(at row: Int) -> String? {
    let section = sections.partitionPoint { $0.rows.upperBound > row }
    return sections[section].key.value
  }

  /// Whether everything that a row stores is the same for a name of another batch, given that the
  /// names are equal.
  func has(
    _ name: Int, of other: NameTable, inRow row: Int, bySection: Bool, byPosition: Bool
  ) -> Bool {
    (!byPosition || positions[row] == other.positions[name])
      && originals.bytes(at: row) == other.originals.bytes(at: name)
      && details.bytes(at: row) == other.details.bytes(at: name)
      && revisions.bytes(at: row) == other.revisions.bytes(at: name)
      && orderValues.bytes(at: row) == other.orderValues.bytes(at: name)
      && (!bySection || value(at: row) == other.value(at: name))
  }
}

extension TextColumn {
  /// The number of texts that a thread copies at a time; most are far apart, so it waits for memory.
  private static let chunk = 1 << 16

  init(
    copying names: SortedNames, in stretches: [Range<Int>]
  ) throws(ListTooLong) {
    var starts = [UInt32](repeating: 1, count: names.count + 1)
    var total = 1
    var pieces: [(places: Range<Int>, start: Int)] = []
    var row = 0
    for stretch in stretches {
      for lower in stride(from: stretch.lowerBound, to: stretch.upperBound, by: Self.chunk) {
        let places = lower..<min(lower + Self.chunk, stretch.upperBound)
        pieces.append((places, total))
        for place in places {
          total += names.length(at: place) + 1
          row += 1
          starts[row] = UInt32(truncatingIfNeeded: total)
        }
      }
    }
    guard total <= TextColumn.maximumBytes else { throw ListTooLong() }
    let work = pieces
    let bytes = [UInt8](unsafeUninitializedCapacity: total) { bytes, initialized in
      bytes.initializeElement(at: 0, to: 0)
      nonisolated(unsafe) let base = bytes.baseAddress
      concurrentForEach(work.count) { piece in
        if let base { names.copyTexts(of: work[piece].places, to: base + work[piece].start) }
      }
      initialized = total
    }
    self.init(bytes: Column(bytes), starts: Column(starts))
  }
}
