import ListModel
import NameSearch
import TargetStore
import TestSupport
import Testing

@testable import ListLoading

/// Which names are scanned while they wait, and what is published of them.
struct SortingQueueTests {
  private static let numbers = NameBatch(
    (0..<WaitingScan.leastNames).compactMap { try? Name("row \($0)") })

  private func queue() throws -> SortingQueue {
    SortingQueue(
      StoredPages(store: .none, list: try ListName("list")), NameIndex(order: NameOrder()),
      start: nil, newestMark: .start)
  }

  private func found(_ queue: inout SortingQueue) -> [String]? {
    guard let scan = queue.nextScan() else { return nil }
    return scan.found()?.texts ?? []
  }

  private func sort(_ queue: inout SortingQueue) throws {
    let next = queue.next()
    let (given, index, generation) = try #require(next)
    let step = try #require(given)
    _ = queue.end(step, with: try step.applied(to: index), of: generation)
  }

  @Test func namesThatAreBeingSortedAreScanned() throws {
    var queue = try queue()
    queue.sought = NameQuery("row 12345")
    queue.add(Self.numbers)
    let waiting = found(&queue)
    _ = queue.next()
    let underWay = found(&queue)
    #expect(waiting == ["row 12345"] && underWay == waiting)
  }

  /// A row that was dropped while it waited must not come back.
  @Test func nothingIsScannedBesideAChange() throws {
    var queue = try queue()
    queue.sought = NameQuery("row 12345")
    queue.add(Self.numbers)
    queue.change([.init(name: try Name("row 12345"), isListed: false, texts: RowTexts())])
    let found = found(&queue)
    #expect(found == nil)
  }

  /// A scan, or a sort, of the rows before a reload says nothing of the rows after it.
  @Test func aLaterListHasNothingOfTheEarlierOne() throws {
    var queue = try queue()
    queue.sought = NameQuery("row 1")
    queue.add(Self.numbers)
    let step = queue.next()
    let begun = queue.nextScan()
    let scan = try #require(begun)
    queue.startOver(as: 1)
    let isTaken = queue.end(scan, with: scan.found())
    let later = found(&queue)
    queue.isComplete = true
    let snapshot = queue.takeSnapshot()
    #expect(step != nil && !isTaken && later == nil)
    #expect(snapshot.index.isEmpty && snapshot.isSettled && snapshot.generation == 1)
  }

  /// The number of repeated rows is that of all names, and not of those that match.
  @Test func aSettledListIsTheSortedOne() throws {
    var queue = try queue()
    queue.add(Self.numbers)
    try sort(&queue)
    queue.add(Self.numbers)
    queue.sought = NameQuery("row 12345")
    let begun = queue.nextScan()
    let scan = try #require(begun)
    _ = queue.end(scan, with: scan.found())
    queue.isComplete = true
    try sort(&queue)
    let snapshot = queue.takeSnapshot()
    #expect(snapshot.isSettled && snapshot.index.duplicateCount == WaitingScan.leastNames)
  }
}
