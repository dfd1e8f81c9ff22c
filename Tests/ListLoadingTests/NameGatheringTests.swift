import NameSearch
import TestSupport
import Testing

@testable import ListLoading

struct NameGatheringTests {
  private let limits = NameGathering.Limits(ofRepeated: 100, ofOthers: 1_000)

  @Test func ofNamesThatAreRepeatedFewWait() throws {
    var names = NameGathering(into: NameIndex(order: NameOrder()), limits: limits)
    for number in 0..<200 {
      try names.add(NameBatch((0..<60).map { "name \($0 % 20)" } + ["number \(number % 5)"]))
      #expect(names.waiting.count < 200)
    }
    let index = try names.finished()
    #expect(index.count == 25)
    #expect(index.duplicateCount == 200 * 61 - 25)
  }

  @Test func ofOthersMoreMayWaitAndAsManyAsAreThere() throws {
    var names = NameGathering(into: NameIndex(order: NameOrder()), limits: limits)
    var most = 0
    for start in stride(from: 0, to: 6_000, by: 50) {
      try names.add(NameBatch((start..<(start + 50)).map { "name \($0)" }))
      most = max(most, names.waiting.count)
    }
    #expect(most > 1_500)
    #expect(most <= 3_100)
    let index = try names.finished()
    #expect((index.count, index.duplicateCount) == (6_000, 0))
  }

  @Test func smallBatchesArePutTogetherInTheirOrder() throws {
    var batches = NameBatches()
    for number in 0..<20_000 { batches.add(try Name("name \(number)")) }
    batches.add(NameBatch())
    #expect(batches.all.count < 10)
    #expect(batches.count == 20_000)
    let names = batches.all.flatMap { batch in (0..<batch.count).map { batch[$0].text } }
    #expect(names == (0..<20_000).map { "name \($0)" })
  }
}
