/// Sorts texts by keys that are made sixteen bytes at a time.
///
/// Most keys differ within their first part, so that sorting never leaves the records; where they do
/// not, the next part is made, and only for those. The parts are sorted by their bytes, the most
/// significant first and in place ("American flag sort": McIlroy, Bostic and McIlroy, Engineering Radix
/// Sort, 1993), short stretches by insertion.
struct KeySort {
  /// A text to be sorted, by where it is, with the part of its key that is being looked at.
  struct Record {
    var part: KeyPart

    /// Where the text is, in the terms of whoever sorts.
    let source: UInt32
    let place: UInt32
  }

  /// Makes the part of a record's key from an offset on.
  let part: @Sendable (Record, Int) -> KeyPart

  /// Puts records with equal keys in order.
  let settleTies: @Sendable (UnsafeMutableBufferPointer<Record>) -> Void

  private static let shortest = 24

  /// Sorts records that have the first parts of their keys.
  ///
  /// - Complexity: O(*n* · *k*), where *k* is the length of the keys as far as they tell the texts apart.
  func sort(_ records: UnsafeMutableBufferPointer<Record>) {
    guard records.count >= 1 << 16 else { return sort(records, from: 0, byte: 0) }
    // The first byte that tells them apart splits the work among the processors.
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

  /// Sorts records whose keys are equal before `offset`, and of whose parts there the bytes before
  /// `byte` are equal.
  private func sort(_ records: UnsafeMutableBufferPointer<Record>, from offset: Int, byte: Int) {
    guard records.count > 1 else { return }
    sortParts(records, byte: byte)
    var start = 0
    while start < records.count {
      let part = records[start].part
      var end = start + 1
      while end < records.count, records[end].part == part { end += 1 }
      if end - start > 1 {
        let ties = UnsafeMutableBufferPointer(rebasing: records[start..<end])
        if part.mayGoOn {
          let next = offset + KeyPart.byteCount
          for place in ties.indices { ties[place].part = self.part(ties[place], next) }
          sort(ties, from: next, byte: 0)
        } else {
          settleTies(ties)
        }
      }
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

  /// Groups records by one byte of their parts.
  ///
  /// - Returns: Where the group of each value ends.
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
