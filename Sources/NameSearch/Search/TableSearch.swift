import CWordScan

/// Searches one table for words of a query, by its word index or by scanning all names.
struct TableSearch {
  private let table: SearchedTexts
  private let words: WordIndex?

  /// The details, if they are searched as well.
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

  /// The rows in `wanted` (`nil` for all) that match each needle, as bits; `nil` when cancelled.
  func rows(
    with needles: [Needle], within wanted: [UInt64]?, isCancelled: () -> Bool
  ) -> [UInt64]? {
    var rows = wanted
    for needle in needles {
      guard !isCancelled(), var found = self.rows(having: needle, within: rows, isCancelled) else {
        return nil
      }
      if let details, !needle.isOfNamesOnly {
        guard
          let more = details.rows(
            with: needle, within: rows, rowCount: table.count, isCancelled: isCancelled)
        else { return nil }
        found.formUnion(more)
      }
      if needle.isExcluded {
        var others = rows ?? .allOnes(table.count)
        others.subtract(found)
        rows = others
      } else {
        if let rows { found.formIntersection(rows) }
        rows = found
      }
    }
    return rows ?? .allOnes(table.count)
  }

  /// The rows in `wanted`, and perhaps others, that contain a needle in the name, whether it is
  /// excluded or not.
  func rows(
    having needle: Needle, within wanted: [UInt64]?, _ isCancelled: () -> Bool
  ) -> [UInt64]? {
    guard let words, needle.place == .word else { return scan(for: needle, wanted, isCancelled) }
    let answer = words.rows(with: needle, rowCount: table.count)
    guard var unsure = answer.unsure else { return answer.sure }
    if let wanted { unsure.formIntersection(wanted) }
    unsure.subtract(answer.sure)
    guard var found = scan(for: needle, unsure, isCancelled) else { return nil }
    found.formUnion(answer.sure)
    return found
  }

  /// The rows among `rows` that contain the needle, checked one by one.
  private func check(_ rows: [UInt64], _ needle: Needle) -> [UInt64] {
    var found =
      table.exotics.isEmpty
      ? [UInt64](repeating: 0, count: rows.count)
      : NonASCIIScan.rows(of: table, with: needle, within: rows, isCancelled: { false }) ?? []
    needle.withPlainText { plain in
      for row in Bits(rows) where !table.exotics.contains(row) {
        let range = table.texts.range(row)
        guard range.lowerBound > 0 else { continue }
        // The scan also reads the bytes before and after the text.
        let isThere = table.texts.bytes.withUnsafeBufferPointer(
          of: (range.lowerBound - 1)..<(range.upperBound + 1)
        ) { bytes in
          bytes.baseAddress.map { cwordscan_matches($0, 1, Int64(bytes.count - 1), plain) } ?? false
        }
        if isThere { found[row >> 6] |= 1 << UInt64(row & 63) }
      }
    }
    return found
  }

  /// The rows in `wanted` (`nil` for all), and perhaps others, that contain a needle.
  private func scan(
    for needle: Needle, _ wanted: [UInt64]?, _ isCancelled: () -> Bool
  ) -> [UInt64]? {
    if let wanted, wanted.memberCount < table.count / 16 { return check(wanted, needle) }
    var found = [UInt64].allZeros(table.count)
    guard table.texts.areRight else { return found }
    let isDone = needle.withPlainText { scan(for: $0, into: &found, isCancelled) }
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
  /// Calls `body` with the needle for ASCII names; `nil` if none of them can contain it.
  @discardableResult
  func withPlainText<Result>(_ body: (CWordScanNeedle) -> Result) -> Result? {
    let text = isDetailed ? detailed : folded
    return text.withUnsafeBufferPointer { text in
      guard !text.isEmpty, UnsafeRawBufferPointer(text).isASCII else { return nil }
      return body(
        CWordScanNeedle(
          bytes: text.baseAddress, length: Int64(text.count),
          folds_case: rule.contains(.ignoresCase), place: UInt8(plainPlace),
          ends_row: endsName))
    }
  }

  private var plainPlace: Int {
    switch place {
    case .word: CWORDSCAN_WORD
    case .anywhere: CWORDSCAN_ANYWHERE
    case .start: CWORDSCAN_START
    }
  }
}
