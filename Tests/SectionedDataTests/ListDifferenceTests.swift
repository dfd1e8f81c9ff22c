import LibraryTestSupport
import SectionedData
import Testing

struct ListDifferenceTests {
  @Test func aDifferenceHasDeletionsInsertionsMovesAndUpdates() throws {
    let difference = try ListDifference(from: [0, 1, 2, 3] as [Row], to: [3, 0, Row(2, "u"), 7])
    #expect(difference.deleted == [1])
    #expect(difference.inserted == [3])
    #expect(difference.moved == [Relocation(from: 3, to: 0)])
    #expect(difference.updated == [Relocation(from: 2, to: 2)])
    #expect("\(difference.moved)" == "[3 → 0]")
  }

  @Test func offsetsOfASliceCountFromItsStart() throws {
    let rows: [Row] = [9, 9, 0, 1, 2]
    let difference = try ListDifference(from: rows[2...], to: rows[3...])
    #expect(difference.deleted == [0])
    #expect(difference.moved.isEmpty)
  }

  @Test func aDuplicateIsFoundOnEitherSide() {
    typealias Failure = ListDifference<[Row]>.Failure
    #expect(throws: Failure(identity: 7, first: 0, second: 2, side: .initial)) {
      try ListDifference(from: [7, 1, 7] as [Row], to: [])
    }
    #expect(throws: Failure(identity: 7, first: 1, second: 2, side: .final)) {
      try ListDifference(from: [] as [Row], to: [1, 7, 7])
    }
  }

  @Test(arguments: 0..<10)
  func theDifferenceLeadsToTheWantedList(block: UInt64) throws {
    for seed in block * 200..<(block + 1) * 200 {
      var random = SeededGenerator(seed: seed)
      let initial = rows(using: &random)
      let final = rows(using: &random)
      let difference = try ListDifference(from: initial, to: final)
      guard replayed(difference, from: initial) == final, difference.items == final else {
        Issue.record("seed \(seed)")
        return
      }
    }
  }

  @Test func anOrderKeyGivesTheSameResultAsHashing() throws {
    let lists: [[Row]] = [[1, 2, 5, 6], [2, 3, Row(5, "u")], [5, 2]]
    for (initial, final) in [(lists[0], lists[1]), (lists[1], lists[0]), (lists[0], lists[2])] {
      let (hashed, merged) = (
        try ListDifference(from: initial, to: final),
        try ListDifference(from: initial, to: final, orderedBy: { $0.id })
      )
      #expect(merged.deleted == hashed.deleted && merged.inserted == hashed.inserted)
      #expect(merged.moved == hashed.moved && merged.updated == hashed.updated)
    }
  }

  /// All lists of up to four of four rows, in every order and with every duplicate.
  @Test func anOrderKeyNeverChangesTheResult() {
    var lists: [[Row]] = [[]]
    for length in 0..<4 {
      for list in lists where list.count == length {
        lists += (0..<4).map { list + [Row($0, length == 2 ? "u" : "")] }
      }
    }
    #expect(lists.count == 1 + 4 + 16 + 64 + 256)
    for initial in lists {
      for final in lists {
        let hashed = Result { () throws(ListDifference<[Row]>.Failure) in
          try ListDifference(from: initial, to: final)
        }
        let merged = Result { () throws(ListDifference<[Row]>.Failure) in
          try ListDifference(from: initial, to: final, orderedBy: { $0.id })
        }
        guard isSame(hashed, merged) else {
          Issue.record("\(initial) \(final)")
          return
        }
      }
    }
  }

  private func isSame(
    _ left: Result<ListDifference<[Row]>, ListDifference<[Row]>.Failure>,
    _ right: Result<ListDifference<[Row]>, ListDifference<[Row]>.Failure>
  ) -> Bool {
    switch (left, right) {
    case (.failure(let left), .failure(let right)): left == right
    case (.success(let left), .success(let right)):
      left.deleted == right.deleted && left.inserted == right.inserted
        && left.moved == right.moved && left.updated == right.updated
    default: false
    }
  }

  private func rows(using random: inout SeededGenerator) -> [Row] {
    (0..<12).shuffled(using: &random).prefix(Int.random(in: 0...10, using: &random)).map {
      Row($0, Bool.random(using: &random) ? "u" : "")
    }
  }

  private func replayed(_ difference: ListDifference<[Row]>, from initial: [Row]) -> [Row] {
    var list = initial
    for offset in (difference.deleted + difference.moved.map(\.from)).sorted(by: >) {
      list.remove(at: offset)
    }
    var arrivals = difference.inserted.map { ($0, difference.items[$0]) }
    arrivals += difference.moved.map { ($0.to, initial[$0.from]) }
    for (offset, row) in arrivals.sorted(by: { $0.0 < $1.0 }) { list.insert(row, at: offset) }
    for move in difference.updated { list[move.to] = difference.items[move.to] }
    return list
  }
}
