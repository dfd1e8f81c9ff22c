/// Sorts names in runs that fit into the cache of a processor, and merges the runs piece by piece.
///
/// A piece of the merge consists of the names between two keys, from all runs. It is sorted like a
/// run: this is faster than comparing the heads of the runs name by name. The keys between pieces
/// are chosen among samples from all runs (Frazer and McKellar, Samplesort: A Sampling Approach to
/// Minimal Storage Tree Sorting, 1970).
struct RunSort: Sendable {
  let batches: [NameBatch]
  let collation: Collation

  /// Marks what it drops with ``SortedNames/nowhere``.
  let keySort: KeySort

  /// The greatest length of a run; records of this many names take 1.5 MiB.
  static let longestRun = 1 << 16

  /// The distance between samples in a run.
  private static let sampleDistance = 256

  /// The approximate number of names in a piece of the merge.
  private static let pieceLength = 1 << 15

  typealias Record = KeySort.Record
  typealias Location = SortedNames.Location

  /// Names of one batch that are in order.
  private struct Run {
    let batch: Int

    /// Their places; a presorted batch is one run with all of its places.
    var stretches: [Range<Int>] = []
    var count = 0

    /// The range of its records; `nil` if the batch was presorted and needs none.
    var records: Range<Int>?
  }

  /// The locations of all names except duplicates and those at the places `gone` (ascending) of the
  /// first batch.
  ///
  /// - Complexity: O(*n* · *k*) for *n* names whose keys differ within *k* bytes.
  func locations(without gone: [UInt32]) -> [Location.Packed] {
    let runs = runs(without: gone)
    let records = sortedRecords(of: runs)
    switch runs.count {
    case 0: return []
    case 1: return locations(of: runs[0], records)
    default: return merged(runs, records)
    }
  }

  private func runs(without gone: [UInt32]) -> [Run] {
    var runs: [Run] = []
    var recordCount = 0
    for (number, batch) in batches.enumerated() {
      let gone = number == 0 ? gone : []
      if batch.isSorted, gone.isEmpty {
        runs.append(Run(batch: number, stretches: [0..<batch.count], count: batch.count))
        continue
      }
      var run = Run(batch: number)
      func end() {
        run.records = recordCount..<(recordCount + run.count)
        recordCount += run.count
        if run.count > 0 { runs.append(run) }
        run = Run(batch: number)
      }
      var next = 0
      for place in gone.map({ Int($0) }) + [batch.count] {
        while next < place {
          let stretch = next..<min(place, next + Self.longestRun - run.count)
          run.stretches.append(stretch)
          run.count += stretch.count
          next = stretch.upperBound
          if run.count == Self.longestRun { end() }
        }
        next = place + 1
      }
      end()
    }
    return runs
  }

  private func sortedRecords(of runs: [Run]) -> [Record] {
    let runs = runs.filter { $0.records != nil }
    let count = runs.last?.records?.upperBound ?? 0
    return Array(unsafeUninitializedCapacity: count) { records, initialized in
      nonisolated(unsafe) let shared = records
      concurrentForEach(runs.count) { number in
        guard let range = runs[number].records else { return }
        let own = UnsafeMutableBufferPointer(rebasing: shared[range])
        var filled = 0
        for stretch in runs[number].stretches {
          fill(own, from: filled, with: stretch, of: runs[number].batch)
          filled += stretch.count
        }
        keySort.sortAlone(own)
      }
      initialized = count
    }
  }

  /// Makes records of names, and writes them from the number `first` of `records` on.
  private func fill(
    _ records: UnsafeMutableBufferPointer<Record>, from first: Int, with places: Range<Int>,
    of batch: Int
  ) {
    let texts = batches[batch].texts
    for (number, place) in places.enumerated() {
      let part = texts.withBytes(at: place) { collation.keyPart(of: $0) }
      let (source, start) = Location.fields(batch: batch, bytes: texts.range(place))
      records.initializeElement(
        at: first + number, to: Record(part: part, source: source, place: start))
    }
  }

  private func locations(of run: Run, _ records: [Record]) -> [Location.Packed] {
    if let own = run.records { return records[own].lazy.filter(\.isKept).map(Location.Packed.init) }
    let texts = batches[run.batch].texts
    return (0..<run.count).map { place in
      let (source, start) = Location.fields(batch: run.batch, bytes: texts.range(place))
      return Location.Packed(source: source, place: start)
    }
  }
}

// MARK: Merging

extension RunSort {
  private func merged(_ runs: [Run], _ records: [Record]) -> [Location.Packed] {
    let bounds = bounds(in: runs, records)
    let pieceCount = bounds[0].count - 1
    let starts = (0...pieceCount).map { piece in bounds.reduce(0) { $0 + $1[piece] } }
    let count = starts[pieceCount]
    return Array(unsafeUninitializedCapacity: count) { locations, initialized in
      nonisolated(unsafe) let target = locations
      let keptCounts = [Int](unsafeUninitializedCapacity: pieceCount) { counts, counted in
        nonisolated(unsafe) let keptCounts = counts
        concurrentForEach(pieceCount) { piece in
          let kept = UnsafeMutableBufferPointer(rebasing: target[starts[piece]..<starts[piece + 1]])
          let ranges = bounds.map { $0[piece]..<$0[piece + 1] }
          keptCounts.initializeElement(at: piece, to: merge(ranges, of: runs, records, to: kept))
        }
        counted = pieceCount
      }
      // Where names were dropped, close the gaps between the pieces.
      initialized = 0
      for (start, kept) in zip(starts, keptCounts) {
        if start > initialized, let base = locations.baseAddress {
          (base + initialized).moveInitialize(from: base + start, count: kept)
        }
        initialized += kept
      }
    }
  }

  /// For each run, the places at which the pieces begin, and its end.
  private func bounds(in runs: [Run], _ records: [Record]) -> [[Int]] {
    var samples: [KeyPart] = []
    // The number of the next sample in its run; runs can be short.
    var next = Self.sampleDistance / 2
    for run in runs {
      while next < run.count {
        samples.append(part(of: next, in: run, records))
        next += Self.sampleDistance
      }
      next -= run.count
    }
    samples.sort()
    var keys: [KeyPart] = []
    let distance = Self.pieceLength / Self.sampleDistance
    for sample in stride(from: distance, to: samples.count, by: distance)
    where keys.last != samples[sample] {
      keys.append(samples[sample])
    }
    let distinct = keys
    return Array(unsafeUninitializedCapacity: runs.count) { bounds, initialized in
      nonisolated(unsafe) let target = bounds
      concurrentForEach(runs.count) { number in
        let run = runs[number]
        var own = [0]
        for key in distinct {
          let rest = own[own.count - 1]..<run.count
          own.append(rest.partitionPoint { part(of: $0, in: run, records) >= key })
        }
        target.initializeElement(at: number, to: own + [run.count])
      }
      initialized = runs.count
    }
  }

  private func part(of number: Int, in run: Run, _ records: [Record]) -> KeyPart {
    if let own = run.records { return records[own.lowerBound + number].part }
    return batches[run.batch].texts.withBytes(at: number) { collation.keyPart(of: $0) }
  }

  /// Sorts the names that each run has in its range, writes the locations of those that are kept,
  /// and returns their count.
  private func merge(
    _ ranges: [Range<Int>], of runs: [Run], _ records: [Record],
    to target: UnsafeMutableBufferPointer<Location.Packed>
  ) -> Int {
    withUnsafeTemporaryAllocation(of: Record.self, capacity: target.count) { piece in
      var count = 0
      for (run, range) in zip(runs, ranges) where !range.isEmpty {
        if let own = run.records {
          let range = (own.lowerBound + range.lowerBound)..<(own.lowerBound + range.upperBound)
          for record in records[range] where record.isKept {
            piece.initializeElement(at: count, to: record)
            count += 1
          }
        } else {
          fill(piece, from: count, with: range, of: run.batch)
          count += range.count
        }
      }
      let sorted = UnsafeMutableBufferPointer(rebasing: piece[..<count])
      keySort.sortAlone(sorted)
      var kept = 0
      for record in sorted where record.isKept {
        target.initializeElement(at: kept, to: Location.Packed(record))
        kept += 1
      }
      return kept
    }
  }
}

extension KeySort.Record {
  /// Whether it was not dropped.
  fileprivate var isKept: Bool { source != SortedNames.nowhere }
}

extension SortedNames.Location.Packed {
  fileprivate init(_ record: KeySort.Record) {
    self.init(source: record.source, place: record.place)
  }
}
