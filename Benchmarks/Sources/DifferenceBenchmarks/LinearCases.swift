import BenchmarkSupport
import Foundation
import SectionedData

/// An item that is known by a UUID, with a value of its own.
struct Record: Identifiable, Hashable {
  let id: UUID
  var value = 0

  init<Random: RandomNumberGenerator>(using random: inout Random) {
    let (a, b) = (random.next(), random.next())
    var bytes = [UInt8](repeating: 0, count: 16)
    for index in 0..<8 {
      bytes[index] = UInt8(truncatingIfNeeded: a >> (8 * UInt64(index)))
      bytes[index + 8] = UInt8(truncatingIfNeeded: b >> (8 * UInt64(index)))
    }
    id = bytes.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) }
  }
}

/// The cases without sections.
enum LinearCases {
  static func all() -> [Benchmark] {
    var random = Sequence64(seed: 15)
    let five = edited(count: 5_000, replaced: 1_000, shuffled: 200, using: &random)
    let hundred = edited(count: 100_000, replaced: 10_000, shuffled: 2_000, using: &random)
    let records = hundred.initial
    var updated = records
    updated[50_000].value = 1
    return [
      benchmark("linear 5,000", five, target: 0.7, ratio: 110),
      benchmark("linear 100,000", hundred, target: 29, ratio: 270),
      benchmark("update of one, 100,000", (records, updated)),
      benchmark("reverse, 100,000", (records, Array(records.reversed()))),
    ]
  }

  private static func benchmark(
    _ name: String, _ lists: (initial: [Record], final: [Record]), target: Double? = nil,
    ratio: Double? = nil
  ) -> Benchmark {
    let (initial, final) = lists
    var baseline: (() -> Void)?
    if ratio != nil {
      baseline = { keep(final.difference(from: initial).inferringMoves()) }
    }
    return Benchmark(
      name: name, target: target, targetRatio: ratio,
      work: { keep(try ListDifference(from: initial, to: final)) },
      baseline: baseline,
      check: {
        let difference = try ListDifference(from: initial, to: final)
        try expect(Replay.list(difference, from: initial) == final, name)
      })
  }

  private static func edited<Random: RandomNumberGenerator>(
    count: Int, replaced: Int, shuffled: Int, using random: inout Random
  ) -> (initial: [Record], final: [Record]) {
    let initial = (0..<count).map { _ in Record(using: &random) }
    let gone = Set((0..<count).shuffled(using: &random).prefix(replaced))
    var final = initial.indices.filter { !gone.contains($0) }.map { initial[$0] }
    let places = final.indices.shuffled(using: &random).prefix(shuffled)
    for (place, value) in zip(places, places.map { final[$0] }.shuffled(using: &random)) {
      final[place] = value
    }
    let fresh = (0..<replaced).map { _ in Record(using: &random) }
    return (initial, scattered(fresh, into: final, using: &random))
  }

  private static func scattered<Random: RandomNumberGenerator>(
    _ fresh: [Record], into records: [Record], using random: inout Random
  ) -> [Record] {
    let total = records.count + fresh.count
    let places = Set((0..<total).shuffled(using: &random).prefix(fresh.count))
    var (old, new) = (records.makeIterator(), fresh.makeIterator())
    return (0..<total).compactMap { places.contains($0) ? new.next() : old.next() }
  }
}
