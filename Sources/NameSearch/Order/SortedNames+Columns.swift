extension SortedNames {
  /// Names that one thread handles at a time.
  private static let chunk = 1 << 14

  /// What the names have in one column of their batches, in the order of `stretches` of them.
  ///
  /// - Throws: ``ListTooLong`` when the strings take more than 4 GiB.
  /// - Complexity: O(*n* log *n* + *b*) for *n* names and *b* bytes of strings; O(1) without any.
  func strings(
    of column: KeyPath<NameBatch, SparseColumn>, in stretches: [Range<Int>]
  ) throws(ListTooLong) -> SparseColumn {
    let columns = batches.map { $0[keyPath: column] }
    guard columns.contains(where: { !$0.isEmpty }) else { return SparseColumn() }
    var pieces = Self.stringPieces(of: stretches)
    // For each row the number of its string in its batch, or `none`.
    let numbers = numbers(in: columns, of: &pieces)
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
            copy(work[piece], numbers, of: columns, to: target)
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

  /// Neighbouring rows, and the strings that they have.
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
  private func numbers(in columns: [SparseColumn], of pieces: inout [StringPiece]) -> [UInt32] {
    let work = pieces
    return pieces.withUnsafeMutableBufferPointer { pieces in
      nonisolated(unsafe) let counted = pieces
      return Array(unsafeUninitializedCapacity: count) { numbers, initialized in
        nonisolated(unsafe) let target = numbers
        concurrentForEach(work.count) { piece in
          var row = work[piece].firstRow
          for place in work[piece].places {
            let number = number(at: place, in: columns)
            target.initializeElement(at: row, to: number.map { UInt32($0.number) } ?? Self.none)
            row += 1
            guard let number else { continue }
            counted[piece].stringCount += 1
            counted[piece].byteCount += number.length + 1
          }
        }
        initialized = count
      }
    }
  }

  @inline(__always)
  private func number(
    at place: Int, in columns: [SparseColumn]
  ) -> (number: Int, length: Int)? {
    let location = Location(records[place])
    let column = columns[location.batch]
    if column.isEmpty { return nil }
    let own = location.place(in: batches)
    // Where all names have a string, its number is that of the name.
    let isFull = column.places.count == batches[location.batch].count
    guard let number = isFull ? own : column.index(of: own) else { return nil }
    return (number, column.strings.range(number).count)
  }

  private func copy(
    _ piece: StringPiece, _ numbers: [UInt32], of columns: [SparseColumn], to target: StringTarget
  ) {
    var (row, string, byte) = (piece.firstRow, piece.firstString, piece.firstByte)
    for place in piece.places {
      let number = numbers[row]
      if number != Self.none {
        columns[Location(records[place]).batch].strings.withBytes(at: Int(number)) { text in
          let rest = UnsafeMutableBufferPointer(rebasing: target.bytes[byte...])
          UnsafeMutableRawBufferPointer(rest).copyMemory(from: text)
          byte += text.count
        }
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

// MARK: Sections

extension SortedNames {
  /// For each name the number of its section value among `values`, which is 0 for none, by way of
  /// `known`: the numbers there of the values of each batch.
  func sectionNumbers(_ known: [[UInt32]]) -> [UInt32] {
    let pieces = Self.stringPieces(of: [0..<count])
    return Array(unsafeUninitializedCapacity: count) { numbers, initialized in
      nonisolated(unsafe) let target = numbers
      concurrentForEach(pieces.count) { piece in
        for place in pieces[piece].places {
          let location = Location(records[place])
          let own = known[location.batch]
          // A batch without values has only the number for none.
          let number =
            own.count == 1
            ? 0 : batches[location.batch].sections.number(at: location.place(in: batches))
          target.initializeElement(at: place, to: own[number])
        }
      }
      initialized = count
    }
  }
}
