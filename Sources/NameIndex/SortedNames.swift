/// The names of some batches in collation order, each once.
///
/// Of several that are equal, the first to arrive stays: batches arrive in their order, and names in
/// the order of their batch.
struct SortedNames {
  /// The names in order.
  private(set) var records: [KeySort.Record] = []

  /// How many names were left out because they are there twice.
  private(set) var duplicateCount = 0

  private let batches: [NameBatch]

  /// Marks a record that is to be dropped.
  private static let nowhere = UInt32.max

  /// Sorts names.
  ///
  /// - Parameters:
  ///   - batches: Where the names are; they stay where they are.
  ///   - gone: Places in the first batch that do not count, in ascending order.
  ///   - collation: What orders them; among equals it is the bytes.
  init(_ batches: [NameBatch], without gone: [UInt32] = [], collation: Collation) {
    self.batches = batches
    let pieces = Self.pieces(of: batches, without: gone)
    let count = pieces.last.map { $0.start + $0.places.count } ?? 0
    if count >= 10_000 { collation.prepareForMany() }
    records = Array(unsafeUninitializedCapacity: count) { records, initialized in
      nonisolated(unsafe) let shared = records
      concurrentForEach(pieces.count) { piece in
        let piece = pieces[piece]
        let texts = batches[piece.batch].texts
        for (number, place) in piece.places.enumerated() {
          let part = texts.withBytes(at: place) { collation.keyPart(of: $0) }
          shared.initializeElement(
            at: piece.start + number,
            to: KeySort.Record(part: part, batch: UInt32(piece.batch), place: UInt32(place)))
        }
      }
      KeySort(
        part: { record, offset in
          batches[Int(record.batch)].texts.withBytes(at: Int(record.place)) {
            collation.keyPart(of: $0, from: offset)
          }
        },
        settleTies: { Self.settle($0, of: batches) }
      ).sort(records)
      initialized = Self.compact(records)
    }
    duplicateCount = count - records.count
  }

  /// The names of a batch, a stretch at a time, and where their records go.
  private struct Piece {
    let batch: Int
    let places: Range<Int>
    let start: Int
  }

  private static func pieces(of batches: [NameBatch], without gone: [UInt32]) -> [Piece] {
    var pieces: [Piece] = []
    var start = 0
    func add(_ places: Range<Int>, of batch: Int) {
      for lower in stride(from: places.lowerBound, to: places.upperBound, by: 1 << 16) {
        let part = lower..<min(lower + 1 << 16, places.upperBound)
        pieces.append(Piece(batch: batch, places: part, start: start))
        start += part.count
      }
    }
    for (number, batch) in batches.enumerated() {
      var next = 0
      if number == 0 {
        for place in gone {
          add(next..<Int(place), of: 0)
          next = Int(place) + 1
        }
      }
      add(next..<batch.count, of: number)
    }
    return pieces
  }

  /// Orders names whose keys are equal by their bytes, and marks all but the first of equal ones.
  private static func settle(
    _ ties: UnsafeMutableBufferPointer<KeySort.Record>, of batches: [NameBatch]
  ) {
    var ties = ties
    ties.sort { left, right in
      let order = order(left, right, of: batches)
      if order != 0 { return order < 0 }
      return left.batch != right.batch ? left.batch < right.batch : left.place < right.place
    }
    var last = 0
    for place in 1..<ties.count {
      if order(ties[last], ties[place], of: batches) == 0 {
        ties[place] = KeySort.Record(part: ties[place].part, batch: nowhere, place: 0)
      } else {
        last = place
      }
    }
  }

  private static func order(
    _ left: KeySort.Record, _ right: KeySort.Record, of batches: [NameBatch]
  ) -> Int {
    batches[Int(left.batch)].texts.withBytes(at: Int(left.place)) { text in
      batches[Int(right.batch)].texts.withBytes(at: Int(right.place)) { text.order(against: $0) }
    }
  }

  private static func compact(_ records: UnsafeMutableBufferPointer<KeySort.Record>) -> Int {
    guard var kept = records.firstIndex(where: { $0.batch == nowhere }) else {
      return records.count
    }
    for place in kept..<records.count where records[place].batch != nowhere {
      records[kept] = records[place]
      kept += 1
    }
    return kept
  }
}

extension SortedNames {
  /// The number of names.
  var count: Int { records.count }

  /// Hands out the bytes of the name at a place in the order.
  @inline(__always)
  func withText<Result>(at place: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let record = records[place]
    return batches[Int(record.batch)].texts.withBytes(at: Int(record.place), body)
  }

  /// Where all names lie, for copying them in some order.
  var sources: [NameBatch] { batches }
}
