import Glibc

extension SortedNames {
  /// The number of names that one thread handles at a time.
  private static let chunk = 1 << 14

  /// One column of the names, in the order of `stretches` of them.
  ///
  /// - Throws: ``ListTooLong`` when the strings take more than 4 GiB.
  /// - Complexity: O(*n* log *n* + *b*) for *n* names and *b* bytes of strings; O(1) without any.
  func strings(
    of column: KeyPath<NameBatch, SparseColumn>, in stretches: [Range<Int>]
  ) throws(ListTooLong) -> SparseColumn {
    let columns = batches.map { $0[keyPath: column] }
    guard columns.contains(where: { !$0.isEmpty }) else { return SparseColumn() }
    var pieces = Self.stringPieces(of: stretches)
    let strings = StringPlaces(of: columns, batches)
    // For each row, the number of its string in its batch, or `none`.
    let numbers = numbers(strings, of: &pieces)
    var (count, byteCount) = (0, 1)
    for piece in pieces.indices {
      (pieces[piece].firstString, pieces[piece].firstByte) = (count, byteCount)
      count += pieces[piece].stringCount
      byteCount += pieces[piece].byteCount
    }
    guard byteCount <= TextColumn.maximumBytes else { throw ListTooLong() }
    let (work, stringCount) = (pieces, count)
    var places: [UInt32] = []
    var starts: [UInt32] = []
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, initialized in
      bytes[0] = 0
      places = Array(unsafeUninitializedCapacity: stringCount) { places, placeCount in
        starts = Array(unsafeUninitializedCapacity: stringCount + 1) { starts, startCount in
          starts[0] = 1
          nonisolated(unsafe) let target = StringTarget(
            places: places, starts: starts, bytes: bytes)
          concurrentForEach(work.count) { piece in
            copy(work[piece], numbers, of: columns, strings, to: target)
          }
          startCount = stringCount + 1
        }
        placeCount = stringCount
      }
      initialized = byteCount
    }
    return SparseColumn(
      places: Column(places), strings: TextColumn(bytes: Column(bytes), starts: Column(starts)))
  }

  /// Adjacent rows, and the strings that they have.
  private struct StringPiece {
    let places: Range<Int>
    let firstRow: Int
    var stringCount = 0
    var byteCount = 0
    var firstString = 0
    var firstByte = 0
  }

  private struct StringTarget {
    let places: UnsafeMutableBufferPointer<UInt32>
    let starts: UnsafeMutableBufferPointer<UInt32>
    let bytes: UnsafeMutableBufferPointer<UInt8>
  }

  private static let none = UInt32.max

  private static func stringPieces(of stretches: [Range<Int>]) -> [StringPiece] {
    var pieces: [StringPiece] = []
    var row = 0
    for stretch in stretches {
      for lower in stride(from: stretch.lowerBound, to: stretch.upperBound, by: chunk) {
        let places = lower..<min(lower + chunk, stretch.upperBound)
        pieces.append(StringPiece(places: places, firstRow: row))
        row += places.count
      }
    }
    return pieces
  }

  /// Looks up the strings of all rows, and counts those of each piece.
  private func numbers(_ strings: StringPlaces, of pieces: inout [StringPiece]) -> [UInt32] {
    let work = pieces
    return pieces.withUnsafeMutableBufferPointer { pieces in
      nonisolated(unsafe) let counted = pieces
      return Array(unsafeUninitializedCapacity: count) { numbers, initialized in
        nonisolated(unsafe) let target = numbers
        concurrentForEach(work.count) { piece in
          var row = work[piece].firstRow
          var (stringCount, byteCount) = (0, 0)
          for place in work[piece].places {
            let number = strings.number(of: Location(locations[place]))
            target.initializeElement(at: row, to: number.map { UInt32($0) } ?? Self.none)
            row += 1
            guard let number else { continue }
            stringCount += 1
            byteCount += strings.length(of: number, in: Location(locations[place]).batch) + 1
          }
          counted[piece].stringCount = stringCount
          counted[piece].byteCount = byteCount
        }
        initialized = count
      }
    }
  }

  private func copy(
    _ piece: StringPiece, _ numbers: [UInt32], of columns: [SparseColumn],
    _ strings: StringPlaces, to target: StringTarget
  ) {
    columns.withUnsafeBufferPointer { columns in
      var (row, string, byte) = (piece.firstRow, piece.firstString, piece.firstByte)
      for place in piece.places {
        let number = numbers[row]
        if number != Self.none {
          let batch = Location(locations[place]).batch
          let start = strings.start(of: Int(number), in: batch)
          let length = strings.length(of: Int(number), in: batch)
          columns[batch].strings.bytes.withUnsafeBufferPointer { bytes in
            guard let from = bytes.baseAddress, let to = target.bytes.baseAddress else { return }
            memcpy(to + byte, from + start, length)
          }
          byte += length
          target.bytes[byte] = 0
          byte += 1
          target.places[string] = UInt32(row)
          string += 1
          target.starts[string] = UInt32(truncatingIfNeeded: byte)
        }
        row += 1
      }
    }
  }
}

/// The places of the strings of one column in several batches, stored in shared arrays.
private struct StringPlaces: Sendable {
  private let names: NamePlaces
  private var starts: [UInt32] = []
  private var firstStarts: [Int] = []

  /// The places of the names with a string; none for a batch in which all names have one.
  private var places: [UInt32] = []
  private var placeRanges: [Range<Int>] = []

  init(of columns: [SparseColumn], _ batches: [NameBatch]) {
    var isWanted = columns.map { !$0.isEmpty }[...]
    names = NamePlaces(of: batches) { _ in isWanted.removeFirst() }
    for (column, batch) in zip(columns, batches) {
      firstStarts.append(starts.count)
      let first = places.count
      if !column.isEmpty { starts.append(contentsOf: column.strings.starts) }
      if column.places.count < batch.count { places.append(contentsOf: column.places) }
      placeRanges.append(first..<places.count)
    }
  }

  /// The number of a name's string in its batch; `nil` if it has none.
  @inline(__always)
  func number(of name: SortedNames.Location) -> Int? {
    guard names.has(name.batch) else { return nil }
    let place = names.place(ofTextAt: name.bytes.lowerBound, in: name.batch)
    let range = placeRanges[name.batch]
    if range.isEmpty { return place }
    return places.withUnsafeBufferPointer { places in
      let own = UnsafeBufferPointer(rebasing: places[range])
      let found = own.partitionPoint { $0 >= place }
      return found < own.count && own[found] == place ? found : nil
    }
  }

  @inline(__always)
  func start(of number: Int, in batch: Int) -> Int { Int(starts[firstStarts[batch] + number]) }

  @inline(__always)
  func length(of number: Int, in batch: Int) -> Int {
    let place = firstStarts[batch] + number
    return Int(starts[place + 1] - starts[place]) - 1
  }
}

// MARK: Numbers

extension SortedNames {
  /// For each name its number, given the numbers of each batch in the order of its rows.
  ///
  /// A batch can have fewer numbers than names; missing ones are `other`.
  func numbers(_ ofBatches: [[UInt32]], otherwise other: UInt32) -> [UInt32] {
    var known = ofBatches.lazy.map { !$0.isEmpty }.makeIterator()
    let names = NamePlaces(of: batches) { _ in known.next() ?? false }
    // The numbers of all batches that have any, in the order of the batches.
    var all: [UInt32] = []
    var firsts: [Int] = []
    for (batch, numbers) in zip(batches, ofBatches) {
      firsts.append(all.count)
      if numbers.isEmpty { continue }
      all += numbers
      all += repeatElement(other, count: batch.count - numbers.count)
    }
    let (found, starts, pieces) = (all, firsts, Self.stringPieces(of: [0..<count]))
    return Array(unsafeUninitializedCapacity: count) { numbers, initialized in
      nonisolated(unsafe) let target = numbers
      concurrentForEach(pieces.count) { piece in
        for place in pieces[piece].places {
          let name = Location(locations[place])
          var number = other
          if names.has(name.batch) {
            let own = names.place(ofTextAt: name.bytes.lowerBound, in: name.batch)
            number = found[starts[name.batch] + own]
          }
          target.initializeElement(at: place, to: number)
        }
      }
      initialized = count
    }
  }
}
