/// Collects terms row by row, then groups the rows by term.
struct PostingsBuilder {
  private var terms = NumberedTexts()

  /// For each term, the number of its rows and the last of them.
  private var counts: [UInt32] = []
  private var lastRows: [UInt32] = []

  /// The terms of all rows in sequence; the first term of a row has the highest bit set.
  private var stream: [UInt32] = []
  private static let firstOfRow: UInt32 = 1 << 31

  private var rows: [UInt32] = []

  private static let noRow = UInt32.max

  mutating func reserve(rows count: Int) {
    stream.reserveCapacity(count * 5 / 2)
    rows.reserveCapacity(count)
  }

  /// Starts a row, greater than all previous ones; it must get at least one term.
  mutating func startRow(_ row: Int) {
    rows.append(UInt32(truncatingIfNeeded: row))
  }

  @inline(__always)
  mutating func add(_ text: UnsafeRawBufferPointer) {
    let (term, isNew) = terms.number(of: text)
    if isNew {
      precondition(term < Self.firstOfRow, "an index holds two thousand million terms")
      counts.append(0)
      lastRows.append(Self.noRow)
    }
    let row = UInt32(truncatingIfNeeded: rows.count - 1)
    guard lastRows[term] != row else { return }
    let isFirst = stream.isEmpty || currentRow != row
    currentRow = row
    lastRows[term] = row
    counts[term] += 1
    stream.append(UInt32(truncatingIfNeeded: term) | (isFirst ? Self.firstOfRow : 0))
  }

  private var currentRow = noRow

  // MARK: Putting together

  consuming func build() -> Postings {
    let terms = terms.texts
    self.terms = NumberedTexts()
    lastRows = []
    let order = Self.sorted(terms)
    var sorted = TextColumn()
    sorted.reserve(count: terms.count, byteCount: terms.byteCount)
    var starts: [UInt32] = [0]
    starts.reserveCapacity(terms.count + 1)
    // From here on, `counts` holds the place for the next row of each term.
    for term in order {
      terms.withBytes(at: term) { sorted.append($0) }
      let start = starts[starts.count - 1]
      starts.append(start + counts[term])
      counts[term] = start
    }
    let (stream, rows) = (stream, rows)
    var next = counts
    let gathered = [UInt32](unsafeUninitializedCapacity: stream.count) { gathered, initialized in
      next.withUnsafeMutableBufferPointer { next in
        var place = -1
        for entry in stream {
          if entry & Self.firstOfRow != 0 { place += 1 }
          let term = Int(entry & ~Self.firstOfRow)
          gathered[Int(next[term])] = rows[place]
          next[term] += 1
        }
      }
      initialized = stream.count
    }
    return Postings(terms: sorted, starts: Column(starts), rows: Column(gathered))
  }

  /// The numbers of the terms, ordered by text without case and then by text.
  private static func sorted(_ terms: TextColumn) -> [Int] {
    @Sendable func part(_ place: Int, from offset: Int) -> KeyPart {
      terms.withBytes(at: place) { text in
        withUnsafeTemporaryAllocation(byteCount: KeyPart.byteCount, alignment: 8) { folded in
          let count = max(min(text.count - offset, KeyPart.byteCount), 0)
          for each in 0..<count { folded[each] = text[offset + each].foldingASCIICase }
          return KeyPart(UnsafeRawBufferPointer(rebasing: folded[..<count]), from: 0)
        }
      }
    }
    var records = (0..<terms.count).map {
      KeySort.Record(part: part($0, from: 0), source: 0, place: UInt32($0))
    }
    let sort = KeySort(
      part: { part(Int($0.place), from: $1) },
      settleTies: { ties in
        var ties = ties
        ties.sort { left, right in
          terms.withBytes(at: Int(left.place)) { left in
            terms.withBytes(at: Int(right.place)) { left.order(against: $0) < 0 }
          }
        }
      })
    records.withUnsafeMutableBufferPointer { sort.sort($0) }
    return records.map { Int($0.place) }
  }
}
