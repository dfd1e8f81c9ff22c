import CWordScan

extension Postings {
  /// The number of rows between two calls of `isCancelled`.
  private static let chunk = 1 << 15

  /// Collects the terms, not folded, of those `rows` that are ASCII; `nil` when cancelled.
  ///
  /// A row is `irregular` if it has words without terms.
  static func plain(
    rows: Range<Int>, of table: NameTable, isCancelled: () -> Bool
  ) -> (postings: Postings, irregular: [Int])? {
    var builder = PostingsBuilder()
    var run = TermRun(byteCount: table.texts.byteCount)
    var irregular: [Int] = []
    builder.reserve(rows: rows.count)
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: chunk) {
      if isCancelled() { return nil }
      table.texts.bytes.withUnsafeBytes { bytes in
        for row in start..<min(start + chunk, rows.upperBound)
        where !table.exotics.contains(row) {
          builder.startRow(row)
          let range = table.texts.range(row)
          run.start(at: range.lowerBound)
          for at in range {
            if !Term.isWordByte(bytes[at]) {
              run.end(at: at + 1, of: bytes, in: &builder)
            } else if at > run.first, bytes.startsWord(at: at) {
              run.append(at)
            }
          }
          if run.first < range.upperBound { run.end(at: range.upperBound, of: bytes, in: &builder) }
          if run.isIrregular { irregular.append(row) }
        }
      }
    }
    return (builder.build(), irregular)
  }

  /// Collects the folded terms of the other rows.
  static func exotic(
    of table: NameTable, isCancelled: () -> Bool
  ) -> (postings: Postings, irregular: [Int])? {
    var builder = PostingsBuilder()
    var irregular: [Int] = []
    let folded = table.exotics.folded
    var run = TermRun(byteCount: folded.bytes.count)
    builder.reserve(rows: table.exotics.rows.count)
    for (number, row) in table.exotics.rows.enumerated() {
      if number % chunk == 0, isCancelled() { return nil }
      builder.startRow(Int(row))
      folded.bytes.withUnsafeBytes { bytes in
        let words = Int(folded.firstWords[number])..<Int(folded.firstWords[number + 1])
        let end = folded.start(ofRow: number + 1) - 1
        run.start(at: folded.start(ofRow: number))
        for word in words {
          let start = Int(folded.wordStarts[word])
          if start > run.first { run.append(start) }
          let isLast = word + 1 == words.upperBound
          let next = isLast ? end : Int(folded.wordStarts[word + 1])
          if isLast || Term.showsEnd(UnsafeRawBufferPointer(rebasing: bytes[start..<next])) {
            run.end(at: next, of: bytes, in: &builder)
          }
        }
      }
      if run.isIrregular { irregular.append(Int(row)) }
    }
    return (builder.build(), irregular)
  }
}

/// Consecutive words of a name, up to a word whose end is clear.
///
/// Each word starts a term, which ends at that end. Terms overlap, so that a word of a query need
/// not be looked up in parts. In a run with many words, only the first starts a term: in a
/// checksum, nearly every character starts a word.
private struct TermRun {
  private static let mostInnerWords = 4

  /// False if terms of the inner words might not fit into a column.
  private let takesInnerWords: Bool

  private(set) var first = 0
  private var innerWords: [Int] = []

  /// Whether the row has words without terms.
  private(set) var isIrregular = false

  /// - Parameter byteCount: The length of all texts.
  init(byteCount: Int) {
    takesInnerWords = byteCount < TextColumn.maximumBytes / (Self.mostInnerWords + 1)
  }

  /// Starts the first run of a row.
  mutating func start(at start: Int) {
    first = start
    innerWords.removeAll(keepingCapacity: true)
    isIrregular = false
  }

  @inline(__always)
  mutating func append(_ start: Int) {
    innerWords.append(start)
  }

  /// Adds the terms of a run, and starts the next one.
  @inline(__always)
  mutating func end(
    at end: Int, of bytes: UnsafeRawBufferPointer, in builder: inout PostingsBuilder
  ) {
    builder.add(Term.trimmed(UnsafeRawBufferPointer(rebasing: bytes[first..<end])))
    first = end
    guard !innerWords.isEmpty else { return }
    if takesInnerWords, innerWords.count <= Self.mostInnerWords {
      for start in innerWords {
        builder.add(Term.trimmed(UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
      }
    } else {
      isIrregular = true
    }
    innerWords.removeAll(keepingCapacity: true)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a word starts at an offset of ASCII, judging by the bytes before and after it.
  @inline(__always)
  fileprivate func startsWord(at offset: Int) -> Bool {
    assumingMemoryBound(to: UInt8.self).baseAddress.map { cwordscan_starts_word($0 + offset) }
      ?? false
  }
}
