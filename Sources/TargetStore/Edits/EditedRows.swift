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

  /// The index of the first name of each row, in the order of the keys.
  private let places: [UInt32]

  /// In the order of the names.
  private(set) var fates: [Fate]

  var count: Int { places.count }

  /// - Throws: ``StoreError/cancelled``.
  /// - Complexity: O(*n* · *k*) for *n* names that differ within *k* bytes.
  init(_ names: some Sequence<Name>) throws {
    for name in names {
      if ends.count % UniformEdit.batchSize == 0, Task.isCancelled { throw StoreError.cancelled }
      bytes.append(contentsOf: (name.sourceID == nil ? Table.keyOfName : Table.keyOfID).utf8)
      bytes.append(contentsOf: (name.sourceID ?? name.text).utf8)
      ends.append(bytes.count)
    }
    fates = Array(repeating: .unchanged, count: ends.count)
    places = ByteOrder.placesOfDistinct(bytes, ends: ends)
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
      ends.withUnsafeBufferPointer { body(Self.key(places[row], bytes, $0)) }
    }
  }

  mutating func note(_ fate: Fate, of row: Int) { fates[Int(places[row])] = fate }
}
