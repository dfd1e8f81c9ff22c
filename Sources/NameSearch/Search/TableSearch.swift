import CWordScan

/// Looks for words of a query in one table: by its word index if there is one, else by looking
/// through the names.
struct TableSearch {
  let table: NameTable
  let words: WordIndex?

  /// How many rows are looked through between two questions whether to go on.
  private static let chunk = 1 << 15

  /// The rows that have, for each needle, a word that begins with it.
  ///
  /// - Parameters:
  ///   - needles: What to look for.
  ///   - wanted: The only rows that count, as bits; `nil` for all.
  ///   - isCancelled: Asked now and then.
  /// - Returns: A bit for each row, or `nil` when cancelled.
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

  /// Those of some rows that have the needle, each looked at.
  private func check(_ rows: [UInt64], _ needle: Needle) -> [UInt64] {
    var found =
      table.exotics.isEmpty
      ? [UInt64](repeating: 0, count: rows.count)
      : ExoticScan.rows(of: table, with: needle, within: rows, isCancelled: { false }) ?? []
    needle.withPlainText { plain in
      table.texts.bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        for row in Bits(rows) where !table.exotics.contains(row) {
          let range = table.texts.range(row)
          let isThere =
            plain.length == 0
            || cwordscan_find(base, Int64(range.lowerBound), Int64(range.upperBound), plain)
              < range.upperBound
          if isThere { found[row >> 6] |= 1 << UInt64(row & 63) }
        }
      }
    }
    return found
  }

  // MARK: Without

  private func scan(
    for needle: Needle, within wanted: [UInt64]?, _ isCancelled: () -> Bool
  ) -> [UInt64]? {
    if let wanted, wanted.memberCount < table.count / 16 { return check(wanted, needle) }
    var found = [UInt64](repeating: 0, count: (table.count + 63) / 64)
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
      let others = ExoticScan.rows(
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
  /// Hands out what ASCII names are compared with, where an ASCII name can have the needle at all.
  ///
  /// An empty one is at the start of every word.
  ///
  /// - Returns: What `body` returns, or `nil` when it was not called.
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
