/// An immutable table of names in the order of an index, shared by all indexes that have it.
final class NameTable: Sendable {
  /// The names in NFC.
  let texts: TextColumn

  /// The original spelling of names that were not given in NFC.
  let originals: SparseColumn

  let sourceIDs: SparseColumn

  let exotics: ExoticRows

  /// The sections that have rows, in order; together they cover all rows.
  let sections: [SectionRows]

  var count: Int { texts.count }

  convenience init() {
    self.init(
      texts: TextColumn(), originals: SparseColumn(), sourceIDs: SparseColumn(),
      exotics: ExoticRows(), sections: [])
  }

  init(
    texts: TextColumn, originals: SparseColumn, sourceIDs: SparseColumn, exotics: ExoticRows,
    sections: [SectionRows]
  ) {
    self.texts = texts
    self.originals = originals
    self.sourceIDs = sourceIDs
    self.exotics = exotics
    self.sections = sections
  }

  /// - Throws: ``ListTooLong`` when the texts, or the folded ones, take more than 4 GiB.
  init(_ names: SortedNames, by group: Grouping) throws(ListTooLong) {
    sections = group.sections
    texts = try TextColumn(copying: names, in: group.stretches)
    originals = SparseColumn(group.stretches) { names.originals(in: $0) }
    sourceIDs = SparseColumn(group.stretches) { names.sourceIDs(in: $0) }
    exotics = names.isASCII ? ExoticRows() : try ExoticRows(of: texts)
  }

  /// Whether the names of both tables fit into one.
  func hasRoom(for other: NameTable) -> Bool {
    let folded = exotics.folded.bytes.count + other.exotics.folded.bytes.count
    return texts.hasRoom(for: other.texts) && folded <= TextColumn.maximumBytes
  }

  func name(at row: Int) -> Name {
    let text = texts.string(at: row)
    return Name(
      text: text, original: originals.string(at: row) ?? text, sourceID: sourceIDs.string(at: row))
  }
}

extension SparseColumn {
  /// Gathers the strings of stretches of sorted names; their places become row numbers.
  fileprivate init(
    _ stretches: [Range<Int>], strings: (Range<Int>) -> [(place: Int, text: [UInt8])]
  ) {
    self.init()
    var row = 0
    for stretch in stretches {
      for (place, text) in strings(stretch) { append(text, at: row + place - stretch.lowerBound) }
      row += stretch.count
    }
  }
}

extension TextColumn {
  /// Texts a thread copies at a time; most are far from each other, so it waits for memory.
  private static let chunk = 1 << 16

  fileprivate init(
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

// MARK: Order

/// A name to look up in tables, with its key, which is made once.
struct SoughtName {
  let part: KeyPart
  let text: [UInt8]

  /// The source ID, empty without one.
  let sourceID: [UInt8]
  private let collation: Collation

  init(_ text: UnsafeRawBufferPointer, sourceID: [UInt8]? = nil, _ collation: Collation) {
    part = collation.keyPart(of: text)
    self.text = [UInt8](text)
    self.sourceID = sourceID ?? []
    self.collation = collation
  }

  /// Negative when `other` comes before this name, zero when both texts are the same.
  func order(of other: UnsafeRawBufferPointer) -> Int {
    let otherPart = collation.keyPart(of: other)
    if otherPart != part { return otherPart < part ? -1 : 1 }
    return text.withUnsafeBytes { text in
      if part.mayGoOn {
        let (key, otherKey) = (collation.key(of: text), collation.key(of: other))
        let byKey = otherKey.withUnsafeBytes { other in
          key.withUnsafeBytes { other.order(against: $0) }
        }
        if byKey != 0 { return byKey }
      }
      return other.order(against: text)
    }
  }
}

extension NameTable {
  /// Negative when the row comes before `name`; O(1) unless both keys' first 16 bytes are equal.
  func order(of row: Int, against name: SoughtName) -> Int {
    let order = texts.withBytes(at: row) { name.order(of: $0) }
    return order == 0 ? sourceIDs.order(of: row, against: name.sourceID) : order
  }

  /// The first row not before `name`, and whether it is that name; O(log *d*) for row *d* of
  /// `rows`.
  func place(of name: SoughtName, in rows: Range<Int>) -> (row: Int, isSame: Bool) {
    var step = 1
    var low = rows.lowerBound
    while low + step <= rows.upperBound, order(of: low + step - 1, against: name) < 0 {
      low += step
      step *= 2
    }
    let row = (low..<min(low + step, rows.upperBound)).partitionPoint {
      order(of: $0, against: name) >= 0
    }
    return (row, row < rows.upperBound && order(of: row, against: name) == 0)
  }

  func rows(of key: SectionRuler.Key) -> Range<Int>? {
    sections.first { $0.key == key }?.rows
  }

  /// For each row of `other`, the first row of its section here (if there is one) that is not
  /// before it, and whether both are the same name.
  ///
  /// - Complexity: O(*m* log *n*) for *m* rows of `other` and *n* here; less for adjacent ones.
  func places(
    of other: NameTable, _ collation: Collation
  ) -> [(row: Int, isSame: Bool)] {
    let own = Dictionary(uniqueKeysWithValues: sections.map { ($0.key, $0.rows) })
    var places: [(row: Int, isSame: Bool)] = []
    places.reserveCapacity(other.count)
    for section in other.sections {
      var rest = own[section.key] ?? 0..<0
      for row in section.rows {
        let name = other.texts.withBytes(at: row) {
          SoughtName($0, sourceID: other.sourceIDs.bytes(at: row), collation)
        }
        let place = place(of: name, in: rest)
        rest = place.row..<rest.upperBound
        places.append(place)
      }
    }
    return places
  }
}
