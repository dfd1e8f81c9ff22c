/// The order of texts by their bytes, which is that of the keys in a store.
package enum ByteOrder {
  /// The places of distinct texts in the order of their bytes; of equal texts, that of the first.
  ///
  /// `ends` are the ends of the texts in `bytes`, which has one text after another.
  ///
  /// - Complexity: O(*n* · *k*) for *n* texts that differ within *k* bytes, with 24 bytes of memory for
  ///   each text.
  package static func placesOfDistinct(_ bytes: [UInt8], ends: [Int]) -> [UInt32] {
    sorted(ends.indices, of: JoinedTexts(bytes: bytes, ends: ends))
      .lazy.filter { $0.source != repeated }.map(\.place)
  }

  /// Records in the order of their texts; equal texts are in the order of their places.
  ///
  /// The source of all but the first of equal texts is `repeated`.
  fileprivate static func sorted(
    _ places: some Sequence<Int>, of texts: some Texts
  ) -> [KeySort.Record] {
    var records = places.map { place in
      KeySort.Record(
        part: texts.withBytes(at: place) { KeyPart($0, from: 0) }, source: 0,
        place: UInt32(place))
    }
    let sort = KeySort(
      part: { record, offset in
        texts.withBytes(at: Int(record.place)) { KeyPart($0, from: offset) }
      },
      settleTies: { settle($0, of: texts) })
    records.withUnsafeMutableBufferPointer { sort.sort($0) }
    return records
  }

  /// Orders texts that are equal up to a zero byte or the end.
  private static func settle(
    _ ties: UnsafeMutableBufferPointer<KeySort.Record>, of texts: some Texts
  ) {
    func order(_ left: KeySort.Record, _ right: KeySort.Record) -> Int {
      texts.withBytes(at: Int(left.place)) { left in
        texts.withBytes(at: Int(right.place)) { left.order(against: $0) }
      }
    }
    var ties = ties
    ties.sort { left, right in
      let order = order(left, right)
      return order == 0 ? left.place < right.place : order < 0
    }
    for index in ties.indices.dropFirst() where order(ties[index - 1], ties[index]) == 0 {
      ties[index] = KeySort.Record(
        part: ties[index].part, source: repeated, place: ties[index].place)
    }
  }

  fileprivate static let repeated: UInt32 = 1
}

extension NameBatch {
  /// Places in the order of the IDs of the rows or, without IDs, of their names.
  package func inByteOrder(_ places: some Sequence<Int>) -> [Int] {
    let records =
      hasSourceIDs
      ? ByteOrder.sorted(places, of: IdentifyingTexts(batch: self))
      : ByteOrder.sorted(places, of: texts)
    return records.map { Int($0.place) }
  }

  /// How many names, from a place on, repeat an earlier name after that place.
  ///
  /// Sorting a million names takes less time than looking each up in a table of those before.
  package func countOfRepeatedNames(from start: Int) -> Int {
    ByteOrder.sorted(start..<count, of: texts).count { $0.source == ByteOrder.repeated }
  }

  /// Passes the ID of a row to `body` or, if it has none, its name.
  package func withIdentity<Result, Failure: Error>(
    at place: Int, _ body: (UnsafeRawBufferPointer, _ isID: Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !sourceIDs.isEmpty, let id = sourceIDs.index(of: place) {
      return try sourceIDs.strings.withBytes(at: id) { (bytes) throws(Failure) in
        try body(bytes, true)
      }
    }
    return try texts.withBytes(at: place) { (bytes) throws(Failure) in try body(bytes, false) }
  }
}

// MARK: Texts

private protocol Texts: Sendable {
  func withBytes<Result, Failure: Error>(
    at place: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension TextColumn: Texts {}

private struct JoinedTexts: Texts {
  let bytes: [UInt8]
  let ends: [Int]

  @inline(__always)
  func withBytes<Result, Failure: Error>(
    at place: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = place == 0 ? 0 : ends[place - 1]
    return try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<ends[place]])))
    }
  }
}

private struct IdentifyingTexts: Texts {
  let batch: NameBatch

  func withBytes<Result, Failure: Error>(
    at place: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try batch.withIdentity(at: place) { (bytes, _) throws(Failure) in try body(bytes) }
  }
}
