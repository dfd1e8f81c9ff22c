/// Terms in the order of their folded texts, and the rows of each one behind the other.
struct Postings: Sendable {
  private let terms: TextColumn

  /// Where the rows of each term start in `rows`, and one more: where the last ones end.
  private let starts: [UInt32]

  /// The rows, for each term in ascending order.
  private let rows: [UInt32]

  init(terms: TextColumn, starts: [UInt32], rows: [UInt32]) {
    self.terms = terms
    self.starts = starts
    self.rows = rows
  }

  var isEmpty: Bool { rows.isEmpty }

  /// The terms that begin with a folded text.
  ///
  /// - Complexity: O(log *t*), where *t* is the number of terms.
  func terms(beginningWith text: some Collection<UInt8>) -> Range<Int> {
    let text = Array(text)
    let low = (0..<terms.count).partitionPoint { order(of: $0, against: text) >= 0 }
    let high = (low..<terms.count).partitionPoint {
      order(of: $0, against: text, upTo: text.count) > 0
    }
    return low..<high
  }

  /// The terms that are a folded text: more than one where they differ in case.
  ///
  /// - Complexity: O(log *t*), where *t* is the number of terms.
  func terms(equalTo text: some Collection<UInt8>) -> Range<Int> {
    let text = Array(text)
    let low = (0..<terms.count).partitionPoint { order(of: $0, against: text) >= 0 }
    let high = (low..<terms.count).partitionPoint { order(of: $0, against: text) > 0 }
    return low..<high
  }

  /// How a term, folded and cut after so many bytes, compares with a folded text.
  private func order(of term: Int, against text: [UInt8], upTo length: Int = .max) -> Int {
    terms.withBytes(at: term) { term in
      let count = min(term.count, length)
      for (byte, wanted) in zip(term[..<count], text) {
        let folded = byte.foldingASCIICase
        if folded != wanted { return folded < wanted ? -1 : 1 }
      }
      return count - text.count
    }
  }

  /// Whether a term as it is written begins with a text.
  func begins(_ term: Int, with text: [UInt8]) -> Bool {
    terms.withBytes(at: term) { $0.starts(withBytes: text) }
  }

  /// Sets the bits of the rows of some terms.
  ///
  /// - Complexity: O(*p*), where *p* is the number of those rows, repeated ones included.
  func insertRows(of places: Range<Int>, into bits: inout [UInt64]) {
    guard !places.isEmpty else { return }
    let range = Int(starts[places.lowerBound])..<Int(starts[places.upperBound])
    bits.withUnsafeMutableBufferPointer { bits in
      rows.withUnsafeBufferPointer { rows in
        for row in rows[range] { bits[Int(row >> 6)] |= 1 << UInt64(row & 63) }
      }
    }
  }
}

extension UInt8 {
  /// The lower-case letter of a capital of ASCII; all else as it is.
  @inline(__always)
  var foldingASCIICase: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
