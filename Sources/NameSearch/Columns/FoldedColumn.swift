/// The folded texts of all rows in one buffer, and where their words start in it.
///
/// `terminator` follows every text. No text and no query has that byte, so comparing a query at a
/// word start cannot reach the next row.
struct FoldedColumn: Sendable {
  static let terminator: UInt8 = 0xFF

  /// The number of readable bytes after the last text.
  static let padding = 8

  /// The texts, each with its terminator; once sealed, followed by the padding.
  private(set) var bytes = Column<UInt8>()

  /// Offsets of words in `bytes`, ascending; the first word of a row starts at the start of the row.
  private(set) var wordStarts = Column<UInt32>()

  /// The number of words before each row; the last entry is the number of all words.
  private(set) var firstWords = Column<UInt32>([0])

  var count: Int { firstWords.count - 1 }

  /// The length of `bytes` without padding.
  private var end = 0

  /// The offset of a row's text; for the row `count`, the end of the last text.
  func start(ofRow row: Int) -> Int {
    let word = Int(firstWords[row])
    return word < wordStarts.count ? Int(wordStarts[word]) : end
  }

  /// Whether the column is undamaged: each word starts after the previous one.
  var isRight: Bool {
    if !bytes.isMapped { return true }
    return bytes.isRight && wordStarts.isRight && firstWords.isRight
      && firstWords.first == 0 && firstWords.last.map(Int.init) == wordStarts.count
      && firstWords.rises(by: 1...(.max)) && wordStarts.rises(by: 1...(.max))
      && wordStarts.last.map { Int($0) + Self.padding < bytes.count } ?? true
  }

  mutating func append(folding text: UnsafeRawBufferPointer) throws(ListTooLong) {
    let start = bytes.count
    FoldedText.with(text, [.ignoresCase, .ignoresMarks]) { folded, words in
      bytes.append(contentsOf: folded)
      for word in words { wordStarts.append(UInt32(truncatingIfNeeded: start) &+ word) }
    }
    bytes.append(Self.terminator)
    guard bytes.count <= TextColumn.maximumBytes else { throw ListTooLong() }
    firstWords.append(UInt32(truncatingIfNeeded: wordStarts.count))
    end = bytes.count
  }

  /// Adds the texts of another column, if neither is sealed.
  mutating func append(contentsOf other: FoldedColumn) throws(ListTooLong) {
    guard bytes.count + other.bytes.count <= TextColumn.maximumBytes else { throw ListTooLong() }
    let (byte, word) = (UInt32(bytes.count), UInt32(wordStarts.count))
    bytes.append(contentsOf: other.bytes)
    wordStarts.append(other.wordStarts) { $0 + byte }
    firstWords.append(other.firstWords, from: 1) { $0 + word }
    end = bytes.count
  }

  /// Adds the padding, after the last row.
  mutating func seal() {
    bytes.removeLast(bytes.count - end)
    bytes.append(contentsOf: repeatElement(Self.terminator, count: Self.padding))
  }

  init() {}

  /// Makes a sealed column.
  init(bytes: Column<UInt8>, wordStarts: Column<UInt32>, firstWords: Column<UInt32>) {
    self.bytes = bytes
    self.wordStarts = wordStarts
    self.firstWords = firstWords
    end = bytes.count - Self.padding
  }
}
