import CWordScan

/// Searches one table for words of a query, by its word index or else by scanning all names.
struct TableSearch {
  private let table: SearchedTexts
  private let words: WordIndex?

  /// Where a word may be found as well as in the name; `nil` for nowhere.
  private let details: DetailTexts?

  init(table: NameTable, words: WordIndex?, looksInDetails: Bool = false) {
    self.table = table.searchedNames
    self.words = words
    details = looksInDetails && !table.details.isEmpty ? table.detailTexts : nil
  }

  /// A search of texts alone, without a word index.
  init(names: SearchedTexts) {
    table = names
    words = nil
    details = nil
  }

  /// The number of rows between two calls of `isCancelled`.
  private static let chunk = 1 << 15

  /// The rows in `wanted` (`nil` for all) that have a word beginning with each needle, as bits.
  func rows(
    with needles: [Needle], within wanted: [UInt64]?, isCancelled: () -> Bool
  ) -> [UInt64]? {
    var rows = wanted
    for needle in needles {
      guard !isCancelled() else { return nil }
      let found =
        words.map { self.rows(with: needle, in: $0, within: rows) }
        ?? scan(for: needle, within: rows, isCancelled)
      guard var found else { return nil }
      if let details {
        guard
          let more = details.rows(
            with: needle, within: rows, rowCount: table.count, isCancelled: isCancelled)
        else { return nil }
        found.formUnion(more)
      }
      if let rows { found.formIntersection(rows) }
      rows = found
    }
    return rows ?? .allOnes(table.count)
  }

  // MARK: With a word index

  private func rows(
    with needle: Needle, in words: WordIndex, within wanted: [UInt64]?
  ) -> [UInt64] {
    let answer = words.rows(with: needle, rowCount: table.count)
    guard var unsure = answer.unsure else { return answer.sure }
    var found = answer.sure
    if let wanted { unsure.formIntersection(wanted) }
    unsure.subtract(found)
    found.formUnion(check(unsure, needle))
    return found
  }

  /// Those of `rows` that have the needle, checked one by one.
  private func check(_ rows: [UInt64], _ needle: Needle) -> [UInt64] {
    var found =
      table.exotics.isEmpty
      ? [UInt64](repeating: 0, count: rows.count)
      : NonASCIIScan.rows(of: table, with: needle, within: rows, isCancelled: { false }) ?? []
    needle.withPlainText { plain in
      for row in Bits(rows) where !table.exotics.contains(row) {
        let range = table.texts.range(row)
        // The scan looks at the byte before the text, too.
        let isThere =
          plain.length == 0
          || range.lowerBound > 0
            && table.texts.bytes.withUnsafeBufferPointer(
              of: (range.lowerBound - 1)..<(range.upperBound + 1)
            ) { bytes in
              let end = Int64(bytes.count - 1)
              return bytes.baseAddress.map { cwordscan_find($0, 1, end, plain) < end } ?? false
            }
        if isThere { found[row >> 6] |= 1 << UInt64(row & 63) }
      }
    }
    return found
  }

  // MARK: Without

  private func scan(
    for needle: Needle, within wanted: [UInt64]?, _ isCancelled: () -> Bool
  ) -> [UInt64]? {
    if let wanted, wanted.memberCount < table.count / 16 { return check(wanted, needle) }
    var found = [UInt64].allZeros(table.count)
    guard table.texts.areRight else { return found }
    let isDone = needle.withPlainText { plain in
      guard plain.length > 0 else {
        found = .allOnes(table.count)
        return true
      }
      return scan(for: plain, into: &found, isCancelled)
    }
    guard isDone != false else { return nil }
    guard !table.exotics.isEmpty else { return found }
    found.subtract(table.exotics.bits)
    guard
      let others = NonASCIIScan.rows(
        of: table, with: needle, within: wanted, isCancelled: isCancelled)
    else { return nil }
    found.formUnion(others)
    return found
  }

  private func scan(
    for plain: CWordScanNeedle, into found: inout [UInt64], _ isCancelled: () -> Bool
  ) -> Bool {
    table.texts.bytes.withUnsafeBufferPointer { bytes in
      table.texts.starts.withUnsafeBufferPointer { starts in
        found.withUnsafeMutableBufferPointer { found in
          for start in stride(from: 0, to: table.count, by: Self.chunk) {
            if start > 0, isCancelled() { return false }
            let end = min(start + Self.chunk, table.count)
            cwordscan_mark(
              bytes.baseAddress, starts.baseAddress, Int64(start), Int64(end), plain,
              found.baseAddress)
          }
          return true
        }
      }
    }
  }
}

extension Needle {
  /// Calls `body` with the text to find in ASCII names, empty for any; `nil` if none can match.
  func withPlainText<Result>(_ body: (CWordScanNeedle) -> Result) -> Result? {
    let text = isDetailed ? detailed : folded
    return text.withUnsafeBufferPointer { text in
      guard UnsafeRawBufferPointer(text).isASCII else { return nil }
      return body(
        CWordScanNeedle(
          bytes: text.baseAddress, length: Int64(text.count),
          folds_case: rule.contains(.ignoresCase)))
    }
  }
}
