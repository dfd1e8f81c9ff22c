/// A set of rows of one index: a bit for each row, and a directory of counts.
///
/// A set of rows of an index refuses rows and sets of another version. Sets are equal if their
/// members are. A set without members takes no memory and no time. For *n* rows of the index,
/// making or combining sets takes O(*n*/64), counting members O(1), and finding one by number or
/// row O(log *n*), unless stated otherwise.
public struct RowSet: Sendable {
  /// The number of rows of the index, members or not.
  public let rowCount: Int

  /// The version of the index that has these rows, if known.
  private(set) var version: NameIndex.Version?

  /// A bit for each row, the lowest first, and zeros beyond `rowCount`; empty without members.
  private(set) var words: [UInt64] = []

  /// The number of members before each block of `wordsPerBlock` words, and of all members; empty
  /// without members.
  private var ranks: [UInt32] = []

  private static let wordsPerBlock = 8
  private static let bitsPerBlock = 512

  /// Makes a set without members.
  public init(rowCount: Int) {
    self.rowCount = rowCount
  }

  /// Makes the set of all rows.
  public init(all rowCount: Int) {
    self.init(rowCount: rowCount, words: .allOnes(rowCount))
  }

  /// Makes a set of rows, which must be below `rowCount`.
  ///
  /// - Complexity: O(*n*/64 + *m*), where *n* is `rowCount` and *m* the number of rows.
  public init(rowCount: Int, _ rows: some Sequence<NameRow>) {
    var words: [UInt64] = []
    var version: NameIndex.Version?
    for row in rows {
      precondition(row.offset < rowCount, "the row is beyond the end of the index")
      precondition(row.version.isNone(but: version), "the rows are of different indexes")
      version = version ?? row.version
      if words.isEmpty { words = .allZeros(rowCount) }
      words[row.offset >> 6] |= 1 << UInt64(row.offset & 63)
    }
    self.init(rowCount: rowCount, words: words)
    self.version = version
  }

  init(rowCount: Int, words: [UInt64]) {
    self.rowCount = rowCount
    self.words = words
    countAgain()
  }

  /// The number of members.
  public var count: Int { Int(ranks.last ?? 0) }

  /// Whether there are no members.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether a row is a member; `false` for rows that the index does not have.
  public func contains(_ row: NameRow) -> Bool {
    expectSameIndex(row.version)
    guard row.offset >= 0, row.offset < rowCount, !isEmpty else { return false }
    return words[row.offset >> 6] & (1 << UInt64(row.offset & 63)) != 0
  }

  private mutating func countAgain() {
    var total: UInt32 = 0
    let capacity = words.count / Self.wordsPerBlock + 2
    ranks = Array(unsafeUninitializedCapacity: capacity) { ranks, count in
      for (place, word) in words.enumerated() {
        if place % Self.wordsPerBlock == 0 {
          ranks.initializeElement(at: count, to: total)
          count += 1
        }
        total += UInt32(truncatingIfNeeded: word.nonzeroBitCount)
      }
      ranks.initializeElement(at: count, to: total)
      count += 1
    }
    if total == 0 { removeAll() }
  }

  private mutating func removeAll() {
    (words, ranks) = ([], [])
  }
}

// MARK: The index

extension RowSet {
  /// Whether this can be a set of rows of an index.
  func isOf(_ index: NameIndex) -> Bool {
    rowCount == index.count && version.isNone(but: index.version)
  }

  /// The same members as a set of another index with as many rows.
  func of(_ index: NameIndex) -> RowSet {
    var set = self
    set.version = index.version
    return set
  }

  @inline(__always)
  private func expectSameIndex(_ other: NameIndex.Version?) {
    precondition(version.isNone(but: other), "the rows are of different indexes")
  }
}

extension RowSet: Equatable {
  /// Whether both have the same members and the same number of rows.
  public static func == (left: RowSet, right: RowSet) -> Bool {
    left.rowCount == right.rowCount && left.words == right.words
  }
}

// MARK: Members by number

extension RowSet {
  private func count(before offset: Int) -> Int {
    if isEmpty { return 0 }
    let word = offset >> 6
    var total = Int(ranks[offset / Self.bitsPerBlock])
    for place in (word / Self.wordsPerBlock * Self.wordsPerBlock)..<word {
      total += words[place].nonzeroBitCount
    }
    guard word < words.count else { return total }
    return total + (words[word] & ((1 << UInt64(offset & 63)) - 1)).nonzeroBitCount
  }

  /// The number of members in a range of offsets within `0...rowCount`.
  public func count(in range: Range<Int>) -> Int {
    count(before: range.upperBound) - count(before: range.lowerBound)
  }

  /// The number of members before a row in a range of offsets within `0...rowCount`.
  ///
  /// - Precondition: The row is in the range or at its end.
  public func rank(of row: NameRow, in range: Range<Int>) -> Int {
    expectSameIndex(row.version)
    return count(in: range.lowerBound..<row.offset)
  }

  /// The member with a number, from zero, in a range within `0...rowCount`; `nil` if none.
  public func row(at number: Int, in range: Range<Int>) -> NameRow? {
    guard number >= 0, number < count(in: range) else { return nil }
    return row(numbered: count(before: range.lowerBound) + number)
  }

  /// The first member at or after a row.
  public func first(atOrAfter row: NameRow) -> NameRow? {
    expectSameIndex(row.version)
    let before = count(before: Swift.min(Swift.max(row.offset, 0), rowCount))
    return before < count ? self.row(numbered: before) : nil
  }

  /// The first member at or after a row that is in none of some other sets of the same index.
  ///
  /// - Complexity: O(*m* *n*/64) for *m* sets, where *n* is the number of rows up to that member.
  public func first(atOrAfter row: NameRow, notIn others: [RowSet]) -> NameRow? {
    expectSameIndex(row.version)
    precondition(
      others.allSatisfy { $0.rowCount == rowCount && $0.version.isNone(but: version) },
      "the sets are of different indexes")
    let start = Swift.max(row.offset, 0)
    guard start < rowCount, !isEmpty else { return nil }
    let others = others.filter { !$0.isEmpty }
    var mask = UInt64.max << UInt64(start & 63)
    for place in (start >> 6)..<words.count {
      let found = others.reduce(words[place] & mask) { $0 & ~$1.words[place] }
      if found != 0 { return NameRow(place * 64 + found.trailingZeroBitCount, of: version) }
      mask = .max
    }
    return nil
  }

  /// The last member before a row.
  public func last(before row: NameRow) -> NameRow? {
    expectSameIndex(row.version)
    let before = count(before: Swift.min(Swift.max(row.offset, 0), rowCount))
    return before > 0 ? self.row(numbered: before - 1) : nil
  }

  /// `number` must be below `count`.
  private func row(numbered number: Int) -> NameRow {
    let block = ranks.partitionPoint { $0 > number } - 1
    var rest = number - Int(ranks[block])
    var place = block * Self.wordsPerBlock
    while rest >= words[place].nonzeroBitCount {
      rest -= words[place].nonzeroBitCount
      place += 1
    }
    var word = words[place]
    for _ in 0..<rest { word &= word - 1 }
    return NameRow(place * 64 + word.trailingZeroBitCount, of: version)
  }
}

// MARK: Changes

extension RowSet {
  /// Makes a row below `rowCount` a member.
  ///
  /// - Complexity: O(*n*/512), where *n* is `rowCount`; O(*n*/64) for the first one.
  public mutating func insert(_ row: NameRow) {
    precondition(row.offset < rowCount, "the row is beyond the end of the index")
    guard !contains(row) else { return }
    if isEmpty {
      let version = version ?? row.version
      self = RowSet(rowCount: rowCount, CollectionOfOne(row))
      self.version = version
      return
    }
    words[row.offset >> 6] |= 1 << UInt64(row.offset & 63)
    for place in (row.offset / Self.bitsPerBlock + 1)..<ranks.count { ranks[place] += 1 }
  }

  /// Removes a row.
  ///
  /// - Complexity: O(*n*/512), where *n* is `rowCount`; for many rows use ``subtract(_:)``.
  public mutating func remove(_ row: NameRow) {
    guard contains(row) else { return }
    words[row.offset >> 6] &= ~(1 << UInt64(row.offset & 63))
    for place in (row.offset / Self.bitsPerBlock + 1)..<ranks.count { ranks[place] -= 1 }
    if count == 0 { removeAll() }
  }

  /// Keeps only the members that are in another set of the same index.
  public mutating func formIntersection(_ other: RowSet) {
    if isEmpty || other.isEmpty { return removeAll() }
    combine(with: other) { $0 & $1 }
  }

  /// Removes the members of another set of the same index.
  public mutating func subtract(_ other: RowSet) {
    if isEmpty || other.isEmpty { return }
    combine(with: other) { $0 & ~$1 }
  }

  /// Adds the members of another set of the same index.
  public mutating func formUnion(_ other: RowSet) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    combine(with: other) { $0 | $1 }
  }

  @inline(__always)
  private mutating func combine(with other: RowSet, _ join: (UInt64, UInt64) -> UInt64) {
    precondition(rowCount == other.rowCount, "the sets are of different indexes")
    expectSameIndex(other.version)
    version = version ?? other.version
    words.combine(with: other.words, join)
    countAgain()
  }
}
