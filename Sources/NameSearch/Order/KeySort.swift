/// Sorts texts by sort keys that are made sixteen bytes at a time.
///
/// The next part is made only for the few records whose keys are equal so far. Since a key is always
/// made from its beginning, the length made at once doubles after a few parts. Parts are sorted in
/// place by byte, the most significant first ("American flag sort": McIlroy, Bostic and
/// McIlroy, Engineering Radix Sort, 1993), short ranges by insertion.
struct KeySort {
  /// A text to sort, with the current part of its key.
  struct Record {
    var part: KeyPart

    /// The caller's location of the text.
    let source: UInt32
    let place: UInt32
  }

  /// Makes the part of a record's key at an offset.
  let part: @Sendable (Record, Int) -> KeyPart

  /// Fills a buffer with a record's key from an offset on, padded with zeros; `nil` if parts at all
  /// offsets cost the same.
  var stretch: (@Sendable (Record, Int, UnsafeMutableRawBufferPointer) -> Void)?

  let settleTies: @Sendable (UnsafeMutableBufferPointer<Record>) -> Void

  private static let shortest = 24

  /// From this offset on, keys are made in longer stretches.
  private static let partsEnd = 4 * KeyPart.byteCount

  /// Sorts records that hold the first part of their keys; they hold it afterwards as well.
  ///
  /// - Complexity: O(*n* · *k*) time for keys that differ within *k* bytes; the same amount of
  ///   memory in bytes for records that are equal in their first 64.
  func sort(_ records: UnsafeMutableBufferPointer<Record>) {
    guard records.count >= 1 << 16 else { return sort(records, from: 0, byte: 0) }
    // The first byte that differs splits the work among the processors.
    var byte = 0
    var ends = split(records, by: byte)
    while ends.contains(records.count), ends.allSatisfy({ $0 == 0 || $0 == records.count }),
      byte < KeyPart.byteCount - 1
    {
      byte += 1
      ends = split(records, by: byte)
    }
    let first = byte
    let pieces = zip([0] + ends, ends).map { $0..<$1 }.filter { $0.count > 1 }
      .sorted { $0.count > $1.count }
    nonisolated(unsafe) let shared = records
    concurrentForEach(pieces.count) { piece in
      let range = pieces[piece]
      sort(UnsafeMutableBufferPointer(rebasing: shared[range]), from: 0, byte: first + 1)
    }
  }

  /// Sorts records as ``sort(_:)`` does, on this thread alone.
  func sortAlone(_ records: UnsafeMutableBufferPointer<Record>) {
    sort(records, from: 0, byte: 0)
  }

  /// Sorts records with keys equal before `offset`, and parts there equal before `byte`.
  private func sort(_ records: UnsafeMutableBufferPointer<Record>, from offset: Int, byte: Int) {
    guard records.count > 1 else { return }
    sortParts(records, byte: byte)
    forEachTie(in: records, { records[$0].part == records[$1].part }) { _, ties in
      guard ties[0].part.mayGoOn else { return settleTies(ties) }
      let next = offset + KeyPart.byteCount
      if next >= Self.partsEnd, stretch != nil { return sortStretches(of: ties, from: next) }
      let part = ties[0].part
      for place in ties.indices { ties[place].part = self.part(ties[place], next) }
      sort(ties, from: next, byte: 0)
      for place in ties.indices { ties[place].part = part }
    }
  }

  /// Sorts records with keys equal before `offset` by as many further bytes, then by the next ones.
  private func sortStretches(of records: UnsafeMutableBufferPointer<Record>, from offset: Int) {
    guard let stretch else { return }
    let stretches = KeyStretches(count: records.count, length: offset) { number, bytes in
      stretch(records[number], offset, bytes)
    }
    var rows = records.indices.map { stretches.row($0) }
    rows.withUnsafeMutableBufferPointer { rows in
      KeySort(
        part: { stretches.part(of: Int($0.place), from: $1) }, settleTies: { _ in }
      ).sort(rows, from: 0, byte: 0)
    }
    let places = rows.map { Int($0.place) }
    _ = records.update(from: places.map { records[$0] })
    forEachTie(in: records, { stretches.areEqual(places[$0], places[$1]) }) { first, ties in
      guard stretches.mayGoOn(places[first]) else { return settleTies(ties) }
      sortStretches(of: ties, from: 2 * offset)
    }
  }

  /// Calls `body` with each group of equal neighbours, and the index of its first record.
  private func forEachTie(
    in records: UnsafeMutableBufferPointer<Record>, _ areEqual: (Int, Int) -> Bool,
    _ body: (Int, UnsafeMutableBufferPointer<Record>) -> Void
  ) {
    var start = 0
    while start < records.count {
      var end = start + 1
      while end < records.count, areEqual(start, end) { end += 1 }
      if end - start > 1 { body(start, UnsafeMutableBufferPointer(rebasing: records[start..<end])) }
      start = end
    }
  }

  private func sortParts(_ records: UnsafeMutableBufferPointer<Record>, byte: Int) {
    guard records.count > Self.shortest, byte < KeyPart.byteCount else {
      return insertionSort(records)
    }
    var start = 0
    for end in split(records, by: byte) where end > start {
      if end - start > 1 {
        sortParts(UnsafeMutableBufferPointer(rebasing: records[start..<end]), byte: byte + 1)
      }
      start = end
    }
  }

  private func insertionSort(_ records: UnsafeMutableBufferPointer<Record>) {
    guard records.count > 1 else { return }
    for place in 1..<records.count {
      let record = records[place]
      var hole = place
      while hole > 0, record.part < records[hole - 1].part {
        records[hole] = records[hole - 1]
        hole -= 1
      }
      records[hole] = record
    }
  }

  /// Groups records by one byte of their parts, and returns where the group of each value ends.
  private func split(_ records: UnsafeMutableBufferPointer<Record>, by byte: Int) -> [Int] {
    var ends = [Int](repeating: 0, count: 256)
    ends.withUnsafeMutableBufferPointer { ends in
      for place in records.indices { ends[records[place].part.byte(byte)] += 1 }
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { next in
        var total = 0
        for value in 0..<256 {
          next[value] = total
          total += ends[value]
          ends[value] = total
        }
        for value in 0..<256 {
          while next[value] < ends[value] {
            var record = records[next[value]]
            var target = record.part.byte(byte)
            while target != value {
              swap(&record, &records[next[target]])
              next[target] += 1
              target = record.part.byte(byte)
            }
            records[next[value]] = record
            next[value] += 1
          }
        }
      }
    }
    return ends
  }
}
