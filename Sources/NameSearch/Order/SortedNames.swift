import Glibc

/// The distinct names of some batches in collation order.
///
/// Keeps the first of equal names, or all of them if `keepsRepeated`. Batches, and the names in
/// them, are in the order of arrival.
struct SortedNames {
  /// The locations of the names, in order; the sort keys are not kept.
  let locations: [Location.Packed]

  let duplicateCount: Int

  let batches: [NameBatch]

  /// Whether positions distinguish rows, so that equal names are kept.
  let keepsRepeated: Bool

  /// Marks a dropped record.
  static let nowhere = UInt32.max

  /// The batch of a name and its bytes there, for direct access.
  struct Location {
    /// The fields of a record that give the location.
    struct Packed: Sendable {
      let source: UInt32
      let place: UInt32
    }

    let batch: Int
    let bytes: Range<Int>

    private static let lengthBits: UInt32 = 13

    @inline(__always)
    init(_ record: KeySort.Record) {
      self.init(Packed(source: record.source, place: record.place))
    }

    @inline(__always)
    init(_ packed: Packed) {
      batch = Int(packed.source >> Self.lengthBits)
      let start = Int(packed.place)
      bytes = start..<(start + Int(packed.source & ((1 << Self.lengthBits) - 1)))
    }

    /// The place of the name in its batch, in O(log *n*) for *n* names in the batch.
    func place(in batches: [NameBatch]) -> Int {
      batches[batch].texts.place(ofTextAt: bytes.lowerBound)
    }

    /// The fields of a record; the length is at most 4096, which fits into `lengthBits`.
    static func fields(batch: Int, bytes: Range<Int>) -> (source: UInt32, place: UInt32) {
      precondition(
        batch < 1 << (32 - lengthBits) - 1, "names come in half a million batches at most")
      return (
        UInt32(batch) << lengthBits | UInt32(truncatingIfNeeded: bytes.count),
        UInt32(truncatingIfNeeded: bytes.lowerBound)
      )
    }
  }

  /// Sorts by collation, then bytes, then source ID, without the names at the places `gone`
  /// (ascending) of the first batch.
  init(
    _ batches: [NameBatch], without gone: [UInt32] = [], keepsRepeated: Bool = false,
    collation: Collation
  ) {
    self.batches = batches
    self.keepsRepeated = keepsRepeated
    locations = Self.sorted(batches, without: gone, keepsRepeated: keepsRepeated, collation)
    duplicateCount =
      batches.reduce(0) { $0 + $1.count + $1.droppedCount } - gone.count - locations.count
  }

  /// The locations of the distinct names in order.
  private static func sorted(
    _ batches: [NameBatch], without gone: [UInt32], keepsRepeated: Bool, _ collation: Collation
  ) -> [Location.Packed] {
    let count = batches.reduce(0) { $0 + $1.count }
    let byteCount = batches.reduce(0) { $0 + $1.byteCount }
    if count >= 10_000 || byteCount >= 1 << 18 { collation.prepareForMany() }
    let keySort = KeySort(
      part: { record, offset in
        Self.withText(of: record, in: batches) { collation.keyPart(of: $0, from: offset) }
      },
      stretch: { record, offset, bytes in
        Self.withText(of: record, in: batches) {
          collation.writeKey(of: $0, from: offset, to: bytes)
        }
      },
      settleTies: {
        if keepsRepeated {
          Self.settleByPosition($0, of: batches)
        } else {
          Self.settle($0, of: batches)
        }
      }
    )
    return RunSort(batches: batches, collation: collation, keySort: keySort)
      .locations(without: gone)
  }

  /// The same names in another order; `locations` must be those of `names`.
  init(_ names: SortedNames, inOrderOf locations: [Location.Packed]) {
    batches = names.batches
    keepsRepeated = names.keepsRepeated
    duplicateCount = names.duplicateCount
    self.locations = locations
  }

  /// Orders names with equal keys by bytes, then by source ID, and marks duplicates.
  private static func settle(
    _ ties: UnsafeMutableBufferPointer<KeySort.Record>, of batches: [NameBatch]
  ) {
    var ties = ties
    let haveIDs = batches.contains { !$0.sourceIDs.isEmpty }
    func order(_ left: KeySort.Record, _ right: KeySort.Record) -> Int {
      let order = orderOfTexts(left, right, of: batches)
      return order == 0 && haveIDs ? orderOfIDs(left, right, of: batches) : order
    }
    ties.sort { left, right in
      let order = order(left, right)
      if order != 0 { return order < 0 }
      return (Location(left).batch, left.place) < (Location(right).batch, right.place)
    }
    var last = 0
    for place in 1..<ties.count {
      if order(ties[last], ties[place]) == 0 {
        ties[place] = KeySort.Record(part: ties[place].part, source: nowhere, place: 0)
      } else {
        last = place
      }
    }
  }

  /// Orders names with equal keys by bytes, in NFC and as they are shown, then by their positions, which
  /// are all different.
  private static func settleByPosition(
    _ ties: UnsafeMutableBufferPointer<KeySort.Record>, of batches: [NameBatch]
  ) {
    let found = ties.map { tie in
      let location = Location(tie)
      let positions = batches[location.batch].positions
      let place = location.place(in: batches)
      return (tie, place < positions.count ? positions[place] : .max)
    }
    let sorted = found.sorted { left, right in
      var order = orderOfTexts(left.0, right.0, of: batches)
      if order == 0 { order = orderOfOriginals(left.0, right.0, of: batches) }
      return order == 0 ? left.1 < right.1 : order < 0
    }
    for (place, tie) in sorted.enumerated() { ties[place] = tie.0 }
  }

  private static func orderOfTexts(
    _ left: KeySort.Record, _ right: KeySort.Record, of batches: [NameBatch]
  ) -> Int {
    withText(of: left, in: batches) { text in
      withText(of: right, in: batches) { text.order(against: $0) }
    }
  }

  private static func orderOfOriginals(
    _ left: KeySort.Record, _ right: KeySort.Record, of batches: [NameBatch]
  ) -> Int {
    let (own, other) = (Location(left), Location(right))
    // Most lines are in NFC and have no white space around them.
    if batches[own.batch].originals.isEmpty, batches[other.batch].originals.isEmpty { return 0 }
    return batches[own.batch].withOriginal(at: own.place(in: batches)) { own in
      batches[other.batch].withOriginal(at: other.place(in: batches)) { own.order(against: $0) }
    }
  }

  private static func orderOfIDs(
    _ left: KeySort.Record, _ right: KeySort.Record, of batches: [NameBatch]
  ) -> Int {
    let (own, other) = (Location(left), Location(right))
    return batches[own.batch].sourceIDs.order(
      of: own.place(in: batches),
      against: batches[other.batch].sourceIDs.bytes(at: other.place(in: batches)) ?? [])
  }
}

extension SortedNames {
  var count: Int { locations.count }

  @inline(__always)
  func withText<Result>(at place: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    Self.withText(of: Location(locations[place]), in: batches, body)
  }

  @inline(__always)
  private static func withText<Result>(
    of record: KeySort.Record, in batches: [NameBatch], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withText(of: Location(record), in: batches, body)
  }

  @inline(__always)
  private static func withText<Result>(
    of location: Location, in batches: [NameBatch], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    batches[location.batch].texts.bytes.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[location.bytes]))
    }
  }

  /// The position of each name in the order of the input.
  var positions: [UInt32] { numbers(batches.map(\.positions), otherwise: .max) }

  var isASCII: Bool { batches.allSatisfy(\.isASCII) }

  /// Copies the texts in a range of the order, each followed by a zero byte.
  func copyTexts(of places: Range<Int>, to target: UnsafeMutablePointer<UInt8>) {
    batches.withUnsafeBufferPointer { batches in
      var target = target
      for place in places {
        let location = Location(locations[place])
        batches[location.batch].texts.bytes.withUnsafeBufferPointer { bytes in
          guard let base = bytes.baseAddress else { return }
          memcpy(target, base + location.bytes.lowerBound, location.bytes.count)
        }
        target += location.bytes.count
        target.pointee = 0
        target += 1
      }
    }
  }

  /// The length of a name in bytes.
  @inline(__always)
  func length(at place: Int) -> Int { Location(locations[place]).bytes.count }
}
