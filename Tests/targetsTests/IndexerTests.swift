import Edits
import LibraryTestSupport
import NameSearch
import Testing

@testable import targets

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct IndexerTests {
  /// What an indexer has told of.
  private final class Told {
    var last: Indexer.Snapshot?

    var names: [String] {
      guard let index = last?.index else { return [] }
      return (0..<index.count).map { index.name(at: NameRow($0)).text }
    }
  }

  private func batch(_ names: String...) throws -> NameBatch {
    var batch = NameBatch()
    for name in names { batch.append(try Name(name)) }
    return batch
  }

  private func change(_ name: String, _ before: Flags?, _ after: Flags?) throws
    -> EditResult.Change
  {
    .init(name: try Name(name), before: before, after: after)
  }

  @Test(arguments: 0..<50)
  func theEndIsToldOfWheneverItComes(pause: Int) async throws {
    let told = Told()
    let indexer = Indexer(NameIndex(order: NameOrder())) { told.last = $0 }
    await indexer.add(try batch("Bo"), of: 0)
    for _ in 0..<pause { await Task.yield() }
    await indexer.add(try batch("Ada"), of: 0)
    await indexer.add(NameBatch(), of: 0, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.names == ["Ada", "Bo"])
  }

  @Test func anEmptyListEndsToo() async {
    let told = Told()
    let indexer = Indexer(NameIndex(order: NameOrder())) { told.last = $0 }
    await indexer.add(NameBatch(), of: 0, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.names == [])
  }

  @Test func editsCountInTheOrderTheyWereMade() async throws {
    let told = Told()
    let indexer = Indexer(NameIndex(order: NameOrder())) { told.last = $0 }
    await indexer.add(try batch("Ada", "Bo"), of: 0)
    let changes = try [
      change("Cy", nil, []), change("Ada", [], nil), change("Cy", [], nil),
      change("Ada", nil, .dead), change("Di", nil, []), change("Di", [], .dead),
    ]
    await indexer.apply(changes, at: .start)
    await indexer.add(NameBatch(), of: 0, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.names == ["Ada", "Bo", "Di"])
  }

  @Test func theNamesOfALaterListTakeThePlaceOfAllAndThoseOfAnEarlierOneAreTooLate() async throws {
    let told = Told()
    let indexer = Indexer(NameIndex(order: NameOrder())) { told.last = $0 }
    await indexer.add(try batch("Ada", "Bo"), of: 0)
    await indexer.add(try batch("Cy"), of: 1, waitsUntilListed: true)
    #expect(told.names == ["Cy"])
    await indexer.add(try batch("Di"), of: 0, isLast: true)
    await indexer.add(NameBatch(), of: 1, isLast: true)
    await eventually { told.last?.isSettled == true }
    #expect(told.last?.generation == 1)
    #expect(told.names == ["Cy"])
  }
}
