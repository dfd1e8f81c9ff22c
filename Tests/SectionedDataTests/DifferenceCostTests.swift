import SectionedData
import Synchronization
import Testing

/// The cost of a difference, measured in operations, not in time.
struct DifferenceCostTests {
  private func list(_ numbers: some Sequence<Int>, _ count: Count) -> [CountedItem] {
    numbers.map { CountedItem($0, count) }
  }

  @Test(arguments: [1_000, 10_000])
  func eachIdentityIsHashedAtMostOnce(size: Int) throws {
    let count = Count()
    _ = try ListDifference(
      from: list(0..<size, count), to: list((size / 2..<size * 3 / 2).reversed(), count))
    #expect(count.hashes.load(ordering: .relaxed) <= 2 * size)
    #expect(count.comparisons.load(ordering: .relaxed) <= 3 * size)
  }

  @Test func unmovedRunsOfTheFinalListAreNotHashed() throws {
    let count = Count()
    _ = try ListDifference(from: list(0..<1_000, count), to: list(10..<1_000, count))
    #expect(count.hashes.load(ordering: .relaxed) <= 1_001)
  }

  @Test func itemsAfterASingleDeletionAreNotHashed() throws {
    let count = Count()
    _ = try ListDifference(
      from: list(0..<1_000, count), to: list((0..<1_000).filter { $0 % 3 > 0 }, count))
    #expect(count.hashes.load(ordering: .relaxed) == 1_000)
  }

  @Test func listsInTheOrderOfAKeyAreNotHashed() throws {
    let count = Count()
    let initial = [CountedSection(id: 0, numbers: 0..<1_000, count: count)]
    let final = [CountedSection(id: 0, numbers: 500..<1_500, count: count)]
    let difference = try SectionedDifference(
      from: initial, to: final, orderedBy: { $0.id.number })
    #expect(difference.batch.deletedItems.count == 500)
    #expect(difference.batch.insertedItems.count == 500)
    #expect(count.hashes.load(ordering: .relaxed) == 0)
  }

  @Test func runsOfOneListAreSkipped() throws {
    let count = Count()
    let all = [CountedSection(id: 0, numbers: 0..<10_000, count: count)]
    let few = [CountedSection(id: 0, numbers: 7_000..<7_003, count: count)]
    for (initial, final) in [(all, few), (few, all)] {
      count.comparisons.store(0, ordering: .relaxed)
      let difference = try SectionedDifference(from: initial, to: final, orderedBy: { $0.id })
      #expect(difference.batch.count == 9_997)
      // One pass checks that the long list ascends; the difference needs fewer than 100 further
      // comparisons.
      #expect(count.comparisons.load(ordering: .relaxed) < 9_999 + 100)
    }
    #expect(count.hashes.load(ordering: .relaxed) == 0)
  }

  @Test func theCostOfAWindowDoesNotDependOnTheList() throws {
    let costs = try [1_000, 100_000, 10_000_000].map(costOfAWindow)
    #expect(Set(costs).count == 1)
    // The windows have 40 and 45 items, and two sections each.
    #expect(costs[0][0] <= 85)
    #expect(costs[0][1] <= 4 * 85)
  }

  /// How many hashes and comparisons a window across two sections takes in a list with this many rows.
  private func costOfAWindow(rows: Int) throws -> [Int] {
    let count = Count()
    let middle = rows / 2
    let initial = [
      CountedSection(id: 0, numbers: 0..<middle, count: count),
      CountedSection(id: 1, numbers: middle..<rows, count: count),
    ]
    let final = [
      CountedSection(id: 0, numbers: 5..<middle, count: count),
      CountedSection(id: 1, numbers: middle..<rows, count: count),
    ]
    let difference = try SectionedDifference(
      from: initial, in: SectionedWindow(path(0, middle - 20)..<path(1, 20), of: initial),
      to: final, in: SectionedWindow(path(0, middle - 20)..<path(1, 25), of: final))
    #expect(difference.batch.deletedItems == (0..<5).map { path(0, $0) })
    #expect(difference.batch.insertedItems == (20..<25).map { path(1, $0) })
    return [count.hashes.load(ordering: .relaxed), count.comparisons.load(ordering: .relaxed)]
  }
}
