/// The names of a batch in collation order, each once.
struct SortedNames {
  /// A name of the batch: where it arrived, and the beginning of its sort key.
  struct Entry {
    let key: SortKey
    let arrival: UInt32
  }

  /// The names in order.
  private(set) var entries: [Entry]

  /// What of each sort key does not fit into its entry, in order of arrival.
  let tails: ByteColumn

  /// How many names were left out because they are in the batch twice.
  private(set) var duplicateCount = 0

  init(_ batch: NameBatch, collation: Collation) {
    (entries, tails) = Self.keys(of: batch, collation: collation)
    sort(batch)
    dropDuplicates(batch)
  }

  private static func keys(
    of batch: NameBatch, collation: Collation
  ) -> ([Entry], ByteColumn) {
    var entries: [Entry] = []
    var tails = ByteColumn()
    entries.reserveCapacity(batch.count)
    tails.reserve(count: batch.count, bytes: batch.count * 8)
    var key = [UInt8](repeating: 0, count: 256)
    for arrival in 0..<batch.count {
      let length = batch.texts.withBytes(at: arrival) { text in
        var needed = key.withUnsafeMutableBufferPointer { collation.writeKey(of: text, to: $0) }
        if needed > key.count {
          key = [UInt8](repeating: 0, count: needed)
          needed = key.withUnsafeMutableBufferPointer { collation.writeKey(of: text, to: $0) }
        }
        return needed
      }
      for place in length..<max(length, SortKey.byteCount) { key[place] = 0 }
      key.withUnsafeBytes { key in
        entries.append(Entry(key: SortKey(key), arrival: UInt32(arrival)))
        tails.append(UnsafeRawBufferPointer(rebasing: key[min(SortKey.byteCount, length)..<length]))
      }
    }
    return (entries, tails)
  }

  private mutating func sort(_ batch: NameBatch) {
    let tails = tails
    entries.sort { left, right in
      if left.key.high != right.key.high { return left.key.high < right.key.high }
      if left.key.low != right.key.low { return left.key.low < right.key.low }
      let order = Self.order(left, right, batch, tails)
      return order != 0 ? order < 0 : left.arrival < right.arrival
    }
  }

  /// How two names with equal beginnings of keys compare; zero when they are the same name.
  private static func order(
    _ left: Entry, _ right: Entry, _ batch: NameBatch, _ tails: ByteColumn
  ) -> Int {
    let (left, right) = (Int(left.arrival), Int(right.arrival))
    let byTail = tails.withBytes(at: left) { tail in
      tails.withBytes(at: right) { tail.order(against: $0) }
    }
    if byTail != 0 { return byTail }
    return batch.texts.withBytes(at: left) { text in
      batch.texts.withBytes(at: right) { text.order(against: $0) }
    }
  }

  private mutating func dropDuplicates(_ batch: NameBatch) {
    var kept = 0
    for place in entries.indices {
      let entry = entries[place]
      let isRepeated =
        kept > 0 && entries[kept - 1].key == entry.key
        && Self.order(entries[kept - 1], entry, batch, tails) == 0
      guard !isRepeated else { continue }
      entries[kept] = entry
      kept += 1
    }
    duplicateCount = entries.count - kept
    entries.removeLast(duplicateCount)
  }

  /// The whole sort key of the name at a place of `entries`.
  func key(at place: Int) -> [UInt8] {
    let entry = entries[place]
    let tail = tails.withBytes(at: Int(entry.arrival)) { [UInt8]($0) }
    return entry.key.bytes + tail
  }
}
