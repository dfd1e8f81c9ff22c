import Synchronization

/// The details of a table as texts to search, prepared for the first search.
final class DetailTexts: Sendable {
  private let details: SparseColumn
  private let known = Mutex(SearchedTexts?.none)

  init(_ details: SparseColumn) {
    self.details = details
  }

  /// - Complexity: O(*b*) for *b* bytes of details that are not ASCII, and later O(1).
  private var searched: SearchedTexts? {
    known.withLock { known in
      if known == nil, let exotics = try? NonASCIIRows(of: details.strings) {
        known = SearchedTexts(texts: details.strings, exotics: exotics)
      }
      return known
    }
  }

  /// The rows in `wanted` (`nil` for all) of `rowCount` whose details have `needle`, as bits;
  /// `nil` when cancelled.
  func rows(
    with needle: Needle, within wanted: [UInt64]?, rowCount: Int, isCancelled: () -> Bool
  ) -> [UInt64]? {
    let none = [UInt64].allZeros(rowCount)
    if details.isEmpty { return none }
    let numbers = wanted.flatMap { self.numbers(of: $0) }
    let found: [UInt64]?
    if let searched {
      found = TableSearch(names: searched).rows(having: needle, within: numbers, isCancelled)
    } else {
      found = foundOneByOne(needle)
    }
    guard let found, details.places.count < rowCount else { return found }
    return Bits(found).reduce(into: none) { rows, number in
      let row = Int(details.places[number])
      if row < rowCount { rows.insert(row) }
    }
  }

  /// The numbers of the details of some rows, as bits; `nil` if searching all details is faster.
  private func numbers(of rows: [UInt64]) -> [UInt64]? {
    let count = details.places.count
    guard rows.memberCount < count / 16 else { return nil }
    return Bits(rows).reduce(into: [UInt64].allZeros(count)) {
      if let number = details.index(of: $1) { $0.insert(number) }
    }
  }

  /// The rows with a needle, if the details are too long for a column of folded texts.
  private func foundOneByOne(_ needle: Needle) -> [UInt64] {
    let strings = details.strings
    let empty = [UInt64].allZeros(strings.count)
    return (0..<strings.count).reduce(into: empty) { found, number in
      if strings.withBytes(at: number, needle.isFound(in:)) { found.insert(number) }
    }
  }
}
