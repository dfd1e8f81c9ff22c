/// The folded texts of all rows in one buffer, and where their words start in it.
///
/// Behind every text stands `terminator`, a byte no text and no query has, so that comparing a
/// query with what follows a word start can never run on into the next row.
struct FoldedColumn: Sendable {
  static let terminator: UInt8 = 0xFF

  /// How many bytes may be read behind the last text.
  static let padding = 8

  /// The texts, each with its terminator, and padding once the column is sealed.
  private(set) var bytes: [UInt8] = []

  /// Where words start in `bytes`, in ascending order.
  ///
  /// The first word of a row starts where the row does.
  private(set) var wordStarts: [UInt32] = []

  /// The number of words before each row, and at the end the number of all.
  private(set) var firstWords: [UInt32] = [0]

  var count: Int { firstWords.count - 1 }

  /// The bytes of all texts, without padding.
  private var end = 0

  /// Where a row's text starts; for the row behind the last one, where that ends.
  func start(ofRow row: Int) -> Int {
    let word = Int(firstWords[row])
    return word < wordStarts.count ? Int(wordStarts[word]) : end
  }

  mutating func reserve(rows: Int, bytes: Int) {
    self.bytes.reserveCapacity(bytes + rows + Self.padding)
    firstWords.reserveCapacity(rows + 1)
    wordStarts.reserveCapacity(rows * 5 / 2)
  }

  /// Folds a name and adds it as the next row.
  mutating func append(folding text: UnsafeRawBufferPointer) {
    let start = bytes.count
    if !appendASCII(text) {
      bytes.removeLast(bytes.count - start)
      wordStarts.removeLast(wordStarts.count - Int(firstWords[count]))
      let folded = FoldedText(text, [.ignoresCase, .ignoresMarks])
      bytes.append(contentsOf: folded.bytes)
      for word in folded.words { wordStarts.append(UInt32(start) + word) }
    }
    bytes.append(Self.terminator)
    precondition(bytes.count <= UInt32.max, "names of more than 4 GiB do not fit into one index")
    firstWords.append(UInt32(truncatingIfNeeded: wordStarts.count))
    end = bytes.count
  }

  /// Folds an ASCII text the short way, as `FoldedText` would.
  ///
  /// - Returns: False when it met something else; then what was added is to be taken back.
  private mutating func appendASCII(_ text: UnsafeRawBufferPointer) -> Bool {
    var isInWord = false
    for byte in text {
      guard byte < 0x80 else { return false }
      let isCapital = byte &- 0x41 < 26
      let lower = isCapital ? byte | 0x20 : byte
      if !isInWord { wordStarts.append(UInt32(truncatingIfNeeded: bytes.count)) }
      isInWord = lower &- 0x61 < 26 || byte &- 0x30 < 10
      bytes.append(lower)
    }
    return true
  }

  /// Ends the building: makes room for reading beyond the last text.
  mutating func seal() {
    bytes.removeLast(bytes.count - end)
    bytes.append(contentsOf: repeatElement(Self.terminator, count: Self.padding))
  }

  init() {}

  /// Puts rows of two sealed columns together.
  init(_ plan: MergePlan, _ old: FoldedColumn, _ new: FoldedColumn) {
    var byteCount = 0
    var wordCount = 0
    for piece in plan.pieces {
      let source = piece.isNew ? new : old
      let rows = piece.rows
      byteCount += source.start(ofRow: rows.upperBound) - source.start(ofRow: rows.lowerBound)
      wordCount += Int(source.firstWords[rows.upperBound] - source.firstWords[rows.lowerBound])
    }
    precondition(byteCount <= UInt32.max, "names of more than 4 GiB do not fit into one index")
    bytes.reserveCapacity(byteCount + Self.padding)
    wordStarts.reserveCapacity(wordCount)
    firstWords.reserveCapacity(plan.rowCount + 1)
    for piece in plan.pieces { append(piece.rows, of: piece.isNew ? new : old) }
    seal()
  }

  private mutating func append(_ rows: Range<Int>, of other: FoldedColumn) {
    let start = other.start(ofRow: rows.lowerBound)
    let wordShift = UInt32(wordStarts.count) &- other.firstWords[rows.lowerBound]
    let byteShift = UInt32(end) &- UInt32(start)
    let words = Int(other.firstWords[rows.lowerBound])..<Int(other.firstWords[rows.upperBound])
    for word in words { wordStarts.append(other.wordStarts[word] &+ byteShift) }
    for row in rows { firstWords.append(other.firstWords[row + 1] &+ wordShift) }
    bytes.append(contentsOf: other.bytes[start..<other.start(ofRow: rows.upperBound)])
    end = bytes.count
  }
}
