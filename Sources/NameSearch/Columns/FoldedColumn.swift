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

  /// Folds a name and adds it as the next row.
  mutating func append(folding text: UnsafeRawBufferPointer) {
    let start = bytes.count
    let folded = FoldedText(text, [.ignoresCase, .ignoresMarks])
    bytes.append(contentsOf: folded.bytes)
    for word in folded.words { wordStarts.append(UInt32(truncatingIfNeeded: start) &+ word) }
    bytes.append(Self.terminator)
    TextColumn.checkSize(bytes.count)
    firstWords.append(UInt32(truncatingIfNeeded: wordStarts.count))
    end = bytes.count
  }

  /// Ends the building: makes room for reading beyond the last text.
  mutating func seal() {
    bytes.removeLast(bytes.count - end)
    bytes.append(contentsOf: repeatElement(Self.terminator, count: Self.padding))
  }

  init() {}
}
