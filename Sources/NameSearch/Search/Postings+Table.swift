extension Postings {
  /// The number of rows between two calls of `isCancelled`.
  private static let chunk = 1 << 15

  /// Gathers the terms, as written, of those `rows` that are ASCII; `nil` when cancelled.
  init?(plainRows rows: Range<Int>, of table: NameTable, isCancelled: () -> Bool) {
    var builder = PostingsBuilder()
    builder.reserve(rows: rows.count)
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.chunk) {
      if isCancelled() { return nil }
      table.texts.bytes.withUnsafeBytes { bytes in
        for row in start..<min(start + Self.chunk, rows.upperBound)
        where !table.exotics.contains(row) {
          builder.startRow(row)
          let range = table.texts.range(row)
          var piece = range.lowerBound
          for at in range where !Term.isWordByte(bytes[at]) {
            builder.add(Term.trimmed(UnsafeRawBufferPointer(rebasing: bytes[piece...at])))
            piece = at + 1
          }
          if piece < range.upperBound {
            builder.add(UnsafeRawBufferPointer(rebasing: bytes[piece..<range.upperBound]))
          }
        }
      }
    }
    self = builder.build()
  }

  /// Gathers the folded terms of the other rows, and bits of rows with a term whose end is unclear.
  static func exotic(
    of table: NameTable, isCancelled: () -> Bool
  ) -> (postings: Postings, irregular: [UInt64])? {
    var builder = PostingsBuilder()
    var irregular: [UInt64] = []
    let folded = table.exotics.folded
    builder.reserve(rows: table.exotics.rows.count)
    for (number, row) in table.exotics.rows.enumerated() {
      if number % chunk == 0, isCancelled() { return nil }
      builder.startRow(Int(row))
      folded.bytes.withUnsafeBytes { bytes in
        let words = Int(folded.firstWords[number])..<Int(folded.firstWords[number + 1])
        let end = folded.start(ofRow: number + 1) - 1
        for word in words {
          let isLast = word + 1 == words.upperBound
          let start = Int(folded.wordStarts[word])
          let next = isLast ? end : Int(folded.wordStarts[word + 1])
          let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<next])
          builder.add(Term.trimmed(piece))
          if isLast || Term.showsEnd(piece) { continue }
          if irregular.isEmpty {
            irregular = .allZeros(table.count)
          }
          irregular.insert(Int(row))
        }
      }
    }
    return (builder.build(), irregular)
  }
}
