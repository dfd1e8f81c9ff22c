import Foundation
import LibraryTestSupport
import Testing

@testable import NameSearch

/// An index to which only the matching names of waiting batches were added answers their query as the
/// index of all names does.
struct MatchesAheadTests {
  private static let orders: [NameOrder] = [
    NameOrder(), NameOrder(localeIdentifier: "sv_SE"), NameOrder(localeIdentifier: "zh_CN"),
    NameOrder(localeIdentifier: "ru_RU", isReversed: true),
    NameOrder(sections: .column),
    NameOrder(sections: .none, rows: .input), NameOrder(sections: .none, numbersRows: true),
    NameOrder(sections: .none, rows: .input, numbersRows: true),
    NameOrder(sections: .column, rows: .column("b", isDescending: true)),
  ]

  /// The number of queries for each order: `QUERIES_AHEAD`, or fewer.
  private static let queryCount =
    ProcessInfo.processInfo.environment["QUERIES_AHEAD"].flatMap(Int.init) ?? 60

  /// The matches of a query with all that a screen shows of them, under the titles of their sections.
  private static func answer(_ index: NameIndex, _ query: NameQuery) throws -> [[String?]] {
    let rows = try #require(index.matches(query))
    let matches = NameMatches(index: index, rows: rows, query: query)
    return matches.sections.flatMap { section in
      [[section.title, "\(section.count)"]]
        + (0..<section.count).map { place in
          guard let row = matches.row(at: section.matchesBefore + place) else { return [nil] }
          let name = index.name(at: row)
          return [
            name.text, name.original, name.sourceID, index.fields(at: row), index.value(at: row),
            index.revision(at: row),
            index.order.keepsPositions ? "\(index.position(at: row) ?? -1)" : nil,
          ]
        }
    }
  }

  private static func batches(_ names: [Name], using random: inout SeededGenerator) -> [NameBatch] {
    var batches: [NameBatch] = []
    for name in names {
      if batches.isEmpty || Int.random(in: 0..<12, using: &random) == 0 {
        var batch = NameBatch()
        batch.titles.details = ["a", "b"]
        batches.append(batch)
      }
      let number = Int.random(in: 0..<9, using: &random)
      batches[batches.count - 1].append(
        name,
        detail: number < 6
          ? Fields.joined([SampleText.text(upTo: 2, using: &random), "\(number)"]) : nil,
        section: number % 3 == 0 ? "s\(number)" : nil, revision: number > 4 ? "\(number)" : nil)
    }
    for place in batches.indices { batches[place].order(by: .detail(1)) }
    return batches
  }

  @Test(arguments: orders)
  func theAnswerIsThatOfAllNames(order: NameOrder) throws {
    var random = SeededGenerator(seed: UInt64(Self.orders.firstIndex(of: order) ?? 0))
    for round in 0..<(Self.queryCount / 20) {
      let names = SampleText.names(90, inASCII: round % 3 == 0, using: &random)
      let known = NameIndex(order: order).adding(
        Self.batches(Array(names.prefix(30)), using: &random))
      let waiting = Self.batches(Array(names.dropFirst(30)), using: &random).map {
        Bool.random(using: &random) ? known.presorted($0) : $0
      }
      let all = known.adding(waiting)
      for _ in 0..<20 {
        let query = SampleText.nameQuery(for: names, using: &random)
        let ahead = known.adding(waiting, ifTheyMatch: query, atMost: .max)
        #expect(
          try Self.answer(ahead ?? known, query) == Self.answer(all, query),
          Comment(rawValue: SampleText.description(of: query)))
        #expect(ahead.map { $0.count <= all.count } ?? true)
      }
    }
  }

  @Test func tooManyMatchesAreNotAdded() throws {
    let names = NameBatch(try ["Arya", "Bran", "Arno"].map { try Name($0) })
    let index = NameIndex(order: NameOrder())
    #expect(index.adding([names], ifTheyMatch: NameQuery("ar"), atMost: 2)?.count == 2)
    #expect(index.adding([names], ifTheyMatch: NameQuery("ar"), atMost: 1) == nil)
    #expect(index.adding([names], ifTheyMatch: NameQuery("x"), atMost: 1) == nil)
    let byLetter = NameIndex(order: NameOrder(sections: .firstLetter))
    #expect(byLetter.adding([names], ifTheyMatch: NameQuery("ar"), atMost: 2) == nil)
  }
}
