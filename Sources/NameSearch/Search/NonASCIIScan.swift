import CUnicode
import Glibc

/// Searches the exotic rows (not ASCII) of a table for a needle; valid only while the buffers are.
struct NonASCIIScan {
  /// The number of words or rows between two calls of `isCancelled`.
  static let chunk = 1 << 16

  private let needle: Needle
  private let folded: UnsafeRawBufferPointer
  private let wordStarts: UnsafeBufferPointer<UInt32>
  private let firstWords: UnsafeBufferPointer<UInt32>
  private let texts: TextColumn

  /// The table row of each exotic row.
  private let rows: UnsafeBufferPointer<UInt32>

  /// The first eight bytes of the needle as loaded from memory, and a mask of those to compare.
  private let prefix: UInt64
  private let mask: UInt64

  private(set) var found: [UInt64]

  /// The last row that was compared exactly without success.
  private var rejected = -1

  private init(
    _ needle: Needle, folded: UnsafeRawBufferPointer, wordStarts: UnsafeBufferPointer<UInt32>,
    firstWords: UnsafeBufferPointer<UInt32>, texts: TextColumn,
    rows: UnsafeBufferPointer<UInt32>, tableCount: Int
  ) {
    self.needle = needle
    self.folded = folded
    self.wordStarts = wordStarts
    self.firstWords = firstWords
    self.texts = texts
    self.rows = rows
    var prefix: UInt64 = 0
    var mask: UInt64 = 0
    withUnsafeMutableBytes(of: &prefix) { $0.copyBytes(from: needle.folded.prefix(8)) }
    withUnsafeMutableBytes(of: &mask) {
      $0.copyBytes(from: repeatElement(.max, count: min(needle.folded.count, 8)))
    }
    self.prefix = prefix
    self.mask = mask
    found = .allZeros(tableCount)
  }

  /// The rows in `wanted` (`nil` for all) that have `needle`, as bits.
  static func rows(
    of table: SearchedTexts, with needle: Needle, within wanted: [UInt64]?, isCancelled: () -> Bool
  ) -> [UInt64]? {
    let column = table.exotics.folded
    guard table.exotics.areRight(count: table.count) else { return .allZeros(table.count) }
    return column.bytes.withUnsafeBytes { folded in
      column.wordStarts.withUnsafeBufferPointer { wordStarts in
        column.firstWords.withUnsafeBufferPointer { firstWords in
          table.exotics.rows.withUnsafeBufferPointer { rows in
            var scan = NonASCIIScan(
              needle, folded: folded, wordStarts: wordStarts, firstWords: firstWords,
              texts: table.texts, rows: rows, tableCount: table.count)
            let isDone =
              needle.place != .word
              ? scan.visitTexts(wanted, isCancelled)
              : wanted.map { scan.visit($0, isCancelled) } ?? scan.visitAll(isCancelled)
            return isDone ? scan.found : nil
          }
        }
      }
    }
  }

  /// Scans all words in one pass; a single comparison rejects most of them.
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

  /// Searches whole texts, for a needle that may be anywhere.
  private mutating func visitTexts(_ wanted: [UInt64]?, _ isCancelled: () -> Bool) -> Bool {
    for (row, place) in rows.enumerated() {
      if row % Self.chunk == 0, isCancelled() { return false }
      let bit: UInt64 = 1 << UInt64(place & 63)
      if let wanted, wanted[Int(place) >> 6] & bit == 0 { continue }
      guard needle.isFound(inFolded: text(ofRow: row)) else { continue }
      if needle.isDetailed, !texts.withBytes(at: Int(place), needle.isFound(in:)) { continue }
      found[Int(place) >> 6] |= bit
    }
    return true
  }

  /// The folded text of a row that is not ASCII, without its terminator.
  private func text(ofRow row: Int) -> UnsafeRawBufferPointer {
    let next = Int(firstWords[row + 1])
    let end =
      next < wordStarts.count ? Int(wordStarts[next]) : folded.count - FoldedColumn.padding
    return UnsafeRawBufferPointer(
      rebasing: folded[Int(wordStarts[Int(firstWords[row])])..<(end - 1)])
  }

  @inline(__always)
  private func isHit(_ word: Int) -> Bool {
    let start = Int(wordStarts[word])
    // Eight bytes can be read: a word starts at the last terminator at the latest, before padding.
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

  private mutating func agreesInDetail(_ row: Int, at word: Int) -> Bool {
    let isFound = texts.withBytes(at: Int(rows[row])) { text -> Bool? in
      let (start, isSure) = startInText(of: word, row, text)
      guard start <= text.count else { return false }
      let answer = needle.isFound(atStartOf: UnsafeRawBufferPointer(rebasing: text[start...]))
      if let answer, answer || isSure { return answer }
      // All words of the row have been checked now, so it is compared only once.
      return needle.isFound(in: text) ? true : nil
    }
    if isFound == nil { rejected = row }
    return isFound ?? false
  }

  /// The offset in the text of a word of the folded text; only an estimate if folding removed words.
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
