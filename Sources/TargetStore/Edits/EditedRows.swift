import NameSearch

/// The rows that an edit names, each once and in the order of the table `row`, and the result for
/// each name.
struct EditedRows {
  /// The effect of an edit on the row of a name.
  enum Fate: UInt8 {
    /// No change; also the fate of a repeated name.
    case unchanged
    case changed, unknown
  }

  /// The keys in the order of the names, in one buffer, since a `String` for each of a million
  /// names would take too much memory.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// The index of the first name of each row, and the first bytes of its key, in the order of the
  /// keys.
  private var places: [(beginning: UInt64, place: UInt32)] = []

  /// In the order of the names.
  private(set) var fates: [Fate]

  var count: Int { places.count }

  /// - Throws: ``StoreError/cancelled``.
  /// - Complexity: O(*n* log *n*) for *n* names.
  init(_ names: some Sequence<Name>) throws {
    fates = []
    for name in names {
      if places.count % UniformEdit.batchSize == 0, Task.isCancelled { throw StoreError.cancelled }
      let (start, place) = (bytes.count, UInt32(places.count))
      bytes.append(contentsOf: (name.sourceID == nil ? Table.keyOfName : Table.keyOfID).utf8)
      bytes.append(contentsOf: (name.sourceID ?? name.text).utf8)
      ends.append(bytes.count)
      let beginning = bytes[start...].prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let missing = max(8 - (bytes.count - start), 0)
      places.append((beginning << UInt64(8 * missing), place))
    }
    fates = Array(repeating: .unchanged, count: places.count)
    bytes.withUnsafeBytes { bytes in
      ends.withUnsafeBufferPointer { ends in
        func key(_ place: UInt32) -> UnsafeRawBufferPointer { Self.key(place, bytes, ends) }
        places.sort { left, right in
          if left.beginning != right.beginning { return left.beginning < right.beginning }
          let order = key(left.place).order(against: key(right.place))
          return order == 0 ? left.place < right.place : order < 0
        }
        var kept = 0
        for next in places {
          if kept > 0, places[kept - 1].beginning == next.beginning,
            key(places[kept - 1].place).order(against: key(next.place)) == 0
          {
            continue
          }
          places[kept] = next
          kept += 1
        }
        places.removeLast(places.count - kept)
      }
    }
  }

  private static func key(
    _ place: UInt32, _ bytes: UnsafeRawBufferPointer, _ ends: UnsafeBufferPointer<Int>
  ) -> UnsafeRawBufferPointer {
    let start = place == 0 ? 0 : ends[Int(place) - 1]
    return UnsafeRawBufferPointer(rebasing: bytes[start..<ends[Int(place)]])
  }

  /// The keys of some rows as texts.
  func keys(_ rows: Range<Int>) -> [String] { rows.map { key($0) } }

  func key(_ row: Int) -> String {
    withKey(row) { String(decoding: $0, as: UTF8.self) }
  }

  /// Negative if a key sorts before that of a row, zero if both are equal.
  func order(of key: UnsafeRawBufferPointer, to row: Int) -> Int {
    withKey(row) { key.order(against: $0) }
  }

  private func withKey<Result>(_ row: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      ends.withUnsafeBufferPointer { body(Self.key(places[row].place, bytes, $0)) }
    }
  }

  mutating func note(_ fate: Fate, of row: Int) { fates[Int(places[row].place)] = fate }
}
