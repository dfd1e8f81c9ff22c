import LibraryTestSupport
import NameSearch
import TestSupport
import Testing

@testable import ListLoading

struct NameGatheringTests {
  private let limits = NameGathering.Limits(ofRepeated: 100, ofOthers: 1_000)

  @Test func onlyFewRepeatedNamesWait() throws {
    var names = NameGathering(into: NameIndex(order: NameOrder()), limits: limits)
    for number in 0..<200 {
      try names.add(NameBatch((0..<60).map { "name \($0 % 20)" } + ["number \(number % 5)"]))
      #expect(names.waiting.count < 200)
    }
    let index = try names.finished()
    #expect(index.count == 25)
    #expect(index.duplicateCount == 200 * 61 - 25)
  }

  @Test func asManyOtherNamesWaitAsTheIndexHas() throws {
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

  /// Locales with letters of two characters, with letters in other places, and with another script first.
  @Test(arguments: ["", "en_US", "da_DK", "cs_CZ", "et_EE", "lt_LT", "cy_GB", "ru_RU", "el_GR"])
  func withoutTitlesTheOrderIsTheSame(locale: String) throws {
    var random = SeededGenerator(seed: 7)
    let letters = Array("aabcchddeéfghhijkllmnnyopqrsštuvwxyzžABCDLZ019.-_/#")
    let orders = [
      NameOrder(localeIdentifier: locale), NameOrder(localeIdentifier: locale, isReversed: true),
      NameOrder(localeIdentifier: locale, sections: .firstLetter),
      NameOrder(localeIdentifier: locale, numbersRows: true),
    ]
    // An index reads its alphabet when it first needs it: a short one for names in ASCII, or the whole
    // one. Reading takes longer than all else, so all rounds with ASCII names share an index, and the
    // others share another one.
    let empty = [orders.map { NameIndex(order: $0) }, orders.map { NameIndex(order: $0) }]
    for round in 0..<60 {
      let texts = (0..<50).map { _ in
        let characters = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          letters.randomElement(using: &random)!
        }
        return String(characters)
      }
      let names = texts.filter { round % 2 == 0 || $0.utf8.allSatisfy { $0 < 0x80 } }
      for (order, index) in zip(orders, empty[round % 2]) {
        func gathered(withTitles: Bool) throws -> NameIndex {
          var gathering = NameGathering(into: index)
          try gathering.add(NameBatch(names))
          return try gathering.finished(withTitles: withTitles)
        }
        let (with, without) = (
          try gathered(withTitles: true), try gathered(withTitles: false)
        )
        #expect(without.count == with.count)
        #expect(
          (0..<with.count).map { without.name(at: NameRow($0)) }
            == (0..<with.count).map { with.name(at: NameRow($0)) })
        let isPlain = order.sections == .alphabet && names.allSatisfy { $0.utf8.count == $0.count }
        #expect((without.order == order) == !isPlain)
      }
    }
  }

  @Test func smallBatchesAreJoinedInOrder() throws {
    var batches = NameBatches()
    for number in 0..<20_000 { batches.add(try Name("name \(number)")) }
    batches.add(NameBatch())
    #expect(batches.all.count < 10)
    #expect(batches.count == 20_000)
    let names = batches.all.flatMap { batch in (0..<batch.count).map { batch[$0].text } }
    #expect(names == (0..<20_000).map { "name \($0)" })
  }

  @Test func aBatchThatMayBeSortedMeanwhileIsNotExtended() throws {
    var page = NameBatch()
    for number in 0..<9_000 { page.append(try Name("\(number)")) }
    for isSorted in [false, true] {
      var batches = NameBatches()
      batches.add(isSorted ? NameIndex(order: NameOrder()).presorted(page) : page)
      batches.add(try Name("x"))
      #expect(batches.all.map(\.count) == [9_000, 1])
    }
  }

  @Test func aSortedBatchOfFewNamesStaysAlone() throws {
    let empty = NameIndex(order: NameOrder(sections: .none, rows: .input))
    var page = NameBatch()
    for number in 0..<9_000 { page.append(try Name("name \(number % 5)")) }
    let first = try NameBatch([Name("b"), Name("a")])
    var batches = NameBatches()
    batches.add(first)
    batches.add(empty.presorted(page))
    let sorted = empty.adding(batches.all)
    let plain = empty.adding([first, page])
    #expect(sorted.texts == plain.texts)
    #expect(sorted.texts.starts(with: ["b", "a", "name 0"]))
    #expect(sorted.duplicateCount == plain.duplicateCount)
  }
}
