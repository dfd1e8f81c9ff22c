import CUnicode
import Glibc

/// Looks for one word of a query at the word starts of a table's exotic rows.
///
/// Valid only while the buffers are.
struct ExoticScan {
  /// How many words are looked at between two questions whether to go on.
  static let chunk = 1 << 16

  private let needle: Needle
  private let folded: UnsafeRawBufferPointer
  private let wordStarts: UnsafeBufferPointer<UInt32>
  private let firstWords: UnsafeBufferPointer<UInt32>
  private let texts: UnsafeRawBufferPointer
  private let textStarts: UnsafeBufferPointer<UInt32>

  /// For each row of the scan, the row of the table.
  private let rows: UnsafeBufferPointer<UInt32>

  /// The first eight bytes of the needle as they are loaded, and which bits of them count.
  private let prefix: UInt64
  private let mask: UInt64

  /// The rows found so far.
  private(set) var found: [UInt64]

  /// The row that was last compared in detail, in vain.
  private var rejected = -1

  private init(
    _ needle: Needle, folded: UnsafeRawBufferPointer, wordStarts: UnsafeBufferPointer<UInt32>,
    firstWords: UnsafeBufferPointer<UInt32>, texts: UnsafeRawBufferPointer,
    textStarts: UnsafeBufferPointer<UInt32>, rows: UnsafeBufferPointer<UInt32>,
    tableCount: Int
  ) {
    self.needle = needle
    self.folded = folded
    self.wordStarts = wordStarts
    self.firstWords = firstWords
    self.texts = texts
    self.textStarts = textStarts
    self.rows = rows
    var prefix: UInt64 = 0
    var mask: UInt64 = 0
    withUnsafeMutableBytes(of: &prefix) { $0.copyBytes(from: needle.folded.prefix(8)) }
    withUnsafeMutableBytes(of: &mask) {
      $0.copyBytes(from: repeatElement(.max, count: min(needle.folded.count, 8)))
    }
    self.prefix = prefix
    self.mask = mask
    found = Array(repeating: 0, count: (tableCount + 63) / 64)
  }

  /// Looks for a needle in the exotic rows of a table.
  ///
  /// - Parameters:
  ///   - table: Where to look.
  ///   - needle: What for.
  ///   - wanted: The rows to look at, as bits of the table's rows; `nil` for all.
  ///   - isCancelled: Asked now and then.
  /// - Returns: The rows that have a word beginning with the needle, as bits of the table's rows, or
  ///   `nil` when cancelled.
  static func rows(
    of table: NameTable, with needle: Needle, within wanted: [UInt64]?, isCancelled: () -> Bool
  ) -> [UInt64]? {
    let column = table.exotics.folded
    return column.bytes.withUnsafeBytes { folded in
      column.wordStarts.withUnsafeBufferPointer { wordStarts in
        column.firstWords.withUnsafeBufferPointer { firstWords in
          table.texts.bytes.withUnsafeBytes { texts in
            table.texts.starts.withUnsafeBufferPointer { textStarts in
              table.exotics.rows.withUnsafeBufferPointer { rows in
                var scan = ExoticScan(
                  needle, folded: folded, wordStarts: wordStarts, firstWords: firstWords,
                  texts: texts, textStarts: textStarts, rows: rows, tableCount: table.count)
                let isDone =
                  wanted.map { scan.visit($0, isCancelled) } ?? scan.visitAll(isCancelled)
                return isDone ? scan.found : nil
              }
            }
          }
        }
      }
    }
  }

  /// Looks at all words in one go; most of them are dismissed by one comparison.
  private mutating func visitAll(_ isCancelled: () -> Bool) -> Bool {
    var row = 0
    for start in stride(from: 0, to: wordStarts.count, by: Self.chunk) {
      if isCancelled() { return false }
      for word in start..<min(start + Self.chunk, wordStarts.count) where isHit(word) {
        while firstWords[row + 1] <= word { row += 1 }
        accept(row, at: word)
      }
    }
    return true
  }

  /// Looks at the words of some rows.
  private mutating func visit(_ wanted: [UInt64], _ isCancelled: () -> Bool) -> Bool {
    var budget = Self.chunk
    for (row, place) in rows.enumerated() {
      let words = Int(firstWords[row])..<Int(firstWords[row + 1])
      budget -= words.count
      if budget <= 0 {
        if isCancelled() { return false }
        budget = Self.chunk
      }
      guard wanted[Int(place) >> 6] & (1 << UInt64(place & 63)) != 0 else { continue }
      for word in words where isHit(word) { accept(row, at: word) }
    }
    return true
  }

  @inline(__always)
  private func isHit(_ word: Int) -> Bool {
    let start = Int(wordStarts[word])
    // A word start is never behind the last terminator, and eight bytes of padding follow that.
    return (folded.loadUnaligned(fromByteOffset: start, as: UInt64.self) ^ prefix) & mask == 0
  }

  @inline(__always)
  private mutating func accept(_ row: Int, at word: Int) {
    if needle.folded.count > 8, !hasRest(at: Int(wordStarts[word])) { return }
    let place = Int(rows[row])
    let bit: UInt64 = 1 << UInt64(place & 63)
    if needle.isDetailed {
      guard found[place >> 6] & bit == 0, row != rejected else { return }
      guard agreesInDetail(row, at: word) else { return }
    }
    found[place >> 6] |= bit
  }

  private func hasRest(at start: Int) -> Bool {
    let count = needle.folded.count
    guard start + count <= folded.count, let base = folded.baseAddress else { return false }
    return needle.folded.withUnsafeBytes { needle in
      guard let wanted = needle.baseAddress else { return true }
      return memcmp(base + start + 8, wanted + 8, count - 8) == 0
    }
  }

  /// Compares a row with the needle where case or accents count.
  private mutating func agreesInDetail(_ row: Int, at word: Int) -> Bool {
    let place = Int(rows[row])
    let text = UnsafeRawBufferPointer(
      rebasing: texts[Int(textStarts[place])..<(Int(textStarts[place + 1]) - 1)])
    let (start, isSure) = startInText(of: word, row, text)
    let answer = needle.isFound(atStartOf: UnsafeRawBufferPointer(rebasing: text[start...]))
    if let answer, answer || isSure { return answer }
    // All of its words are looked at now, so that one comparison of the row is enough.
    if needle.isFound(in: text) { return true }
    rejected = row
    return false
  }

  /// Where in the text of a row a word starts that was found in the folded text.
  ///
  /// - Returns: The offset of a word, and whether it is surely that one.
  private func startInText(
    of word: Int, _ row: Int, _ text: UnsafeRawBufferPointer
  ) -> (start: Int, isSure: Bool) {
    let firstWord = Int(firstWords[row])
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    var count: Int32 = 0
    let start = cunicode_word_start(
      bytes.baseAddress, Int32(bytes.count), Int32(word - firstWord), &count)
    return (Int(start), Int(count) == Int(firstWords[row + 1]) - firstWord)
  }
}
