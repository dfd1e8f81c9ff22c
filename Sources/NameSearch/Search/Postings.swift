/// Terms ordered by folded text, and the rows of each term.
struct Postings: Sendable {
  let terms: TextColumn

  /// The offsets in `rows` where each term's rows start; the last entry is the end.
  let starts: Column<UInt32>

  /// The rows of each term, ascending.
  let rows: Column<UInt32>

  init(terms: TextColumn, starts: Column<UInt32>, rows: Column<UInt32>) {
    self.terms = terms
    self.starts = starts
    self.rows = rows
  }

  var isEmpty: Bool { rows.isEmpty }

  /// - Complexity: O(log *t*), where *t* is the number of terms.
  func terms(beginningWith text: some Collection<UInt8>) -> Range<Int> {
    let text = Array(text)
    let low = (0..<terms.count).partitionPoint { order(of: $0, against: text) >= 0 }
    let high = (low..<terms.count).partitionPoint {
      order(of: $0, against: text, upTo: text.count) > 0
    }
    return low..<high
  }

  /// The terms equal to a folded text, several if they differ in case; also O(log *t*).
  func terms(equalTo text: some Collection<UInt8>) -> Range<Int> {
    let text = Array(text)
    let low = (0..<terms.count).partitionPoint { order(of: $0, against: text) >= 0 }
    let high = (low..<terms.count).partitionPoint { order(of: $0, against: text) > 0 }
    return low..<high
  }

  /// Compares a term, folded and cut to `length` bytes, with a folded text.
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

  /// Compares the term as written.
  func begins(_ term: Int, with text: [UInt8]) -> Bool {
    terms.withBytes(at: term) { $0.starts(withBytes: text) }
  }

  /// - Complexity: O(*p*), where *p* is the number of the terms' rows, repeated ones included.
  func insertRows(of places: Range<Int>, into bits: inout [UInt64]) {
    guard !places.isEmpty else { return }
    let (start, end) = (Int(starts[places.lowerBound]), Int(starts[places.upperBound]))
    // Damaged offsets are not followed.
    guard start <= end, end <= rows.count else { return }
    bits.withUnsafeMutableBufferPointer { bits in
      rows.withUnsafeBufferPointer(of: start..<end) { rows in
        for row in rows where Int(row >> 6) < bits.count {
          bits[Int(row >> 6)] |= 1 << UInt64(row & 63)
        }
      }
    }
  }
}

extension UInt8 {
  @inline(__always)
  var foldingASCIICase: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
