import Glibc

/// Gathers terms row by row, and puts their rows together at the end.
struct PostingsBuilder {
  /// The different terms, as they came.
  private var terms = TextColumn()

  /// For each, the number of rows it is in, and the one it was seen in last.
  private var counts: [UInt32] = []
  private var lastRows: [UInt32] = []

  /// A hash table of terms: the number of one in the lower half, its hash in the upper; or `free`.
  private var slots = [UInt64](repeating: free, count: 1 << 12)
  private static let free = UInt64.max

  /// The terms of all rows one behind the other; the first one of a row has the highest bit set.
  private var stream: [UInt32] = []
  private static let firstOfRow: UInt32 = 1 << 31

  /// The rows that have terms, in ascending order.
  private var rows: [UInt32] = []

  private static let noRow = UInt32.max

  /// Makes room for the terms of so many rows.
  mutating func reserve(rows count: Int) {
    stream.reserveCapacity(count * 5 / 2)
    rows.reserveCapacity(count)
  }

  /// Starts a row, behind all that were started before; it has a term at least.
  mutating func startRow(_ row: Int) {
    rows.append(UInt32(truncatingIfNeeded: row))
  }

  /// Adds a term to the row that was started last.
  @inline(__always)
  mutating func add(_ text: UnsafeRawBufferPointer) {
    let term = number(of: text)
    let row = UInt32(truncatingIfNeeded: rows.count - 1)
    guard lastRows[term] != row else { return }
    let isFirst = stream.isEmpty || currentRow != row
    currentRow = row
    lastRows[term] = row
    counts[term] += 1
    stream.append(UInt32(truncatingIfNeeded: term) | (isFirst ? Self.firstOfRow : 0))
  }

  private var currentRow = noRow

  // MARK: Terms

  @inline(__always)
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    // Multiply and fold, eight bytes at a time; the length tells "a" from "a\0".
    var hash = UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    var at = 0
    while at + 8 <= text.count {
      hash = mix(hash ^ text.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at += 8
    }
    var rest: UInt64 = 0
    while at < text.count {
      rest = rest << 8 | UInt64(text[at])
      at += 1
    }
    return mix(hash ^ rest)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }

  /// The number of a term, which is given one when it is new.
  @inline(__always)
  private mutating func number(of text: UnsafeRawBufferPointer) -> Int {
    let hash = Self.hash(text) >> 32
    var slot = Int(hash) & (slots.count - 1)
    while true {
      let entry = slots[slot]
      if entry == Self.free { break }
      if entry >> 32 == hash {
        let number = Int(entry & 0xFFFF_FFFF)
        if isTerm(number, text) { return number }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = terms.count
    precondition(number < Self.firstOfRow, "an index holds two thousand million terms")
    slots[slot] = hash << 32 | UInt64(number)
    terms.append(text)
    counts.append(0)
    lastRows.append(Self.noRow)
    if terms.count > slots.count / 2 { grow() }
    return number
  }

  @inline(__always)
  private func isTerm(_ number: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    terms.withBytes(at: number) { known in
      guard known.count == text.count else { return false }
      guard let known = known.baseAddress, let given = text.baseAddress else { return true }
      return memcmp(known, given, text.count) == 0
    }
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: Self.free, count: slots.count * 4)
    for entry in slots where entry != Self.free {
      var slot = Int(entry >> 32) & (larger.count - 1)
      while larger[slot] != Self.free { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = entry
    }
    slots = larger
  }

  // MARK: Putting together

  /// Sorts the terms and gathers the rows of each.
  consuming func build() -> Postings {
    slots = []
    lastRows = []
    let order = Self.sorted(terms)
    var sorted = TextColumn()
    sorted.reserve(count: terms.count, byteCount: terms.byteCount)
    var starts: [UInt32] = [0]
    starts.reserveCapacity(terms.count + 1)
    // From now on a count is where the next row of its term goes.
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
    return Postings(terms: sorted, starts: starts, rows: gathered)
  }

  /// The numbers of terms in the order of their texts without case, and then of those texts.
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
