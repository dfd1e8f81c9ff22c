import LibraryTestSupport
import NameSearch
import Testing

struct RowSetTests {
  @Test(arguments: [0, 1, 63, 64, 65, 511, 512, 513, 5000])
  func theSetOfAllRowsHasEveryRowAndNoOther(rowCount: Int) {
    let all = RowSet(all: rowCount)
    #expect(all.count == rowCount)
    #expect(all.map(\.offset) == Array(0..<rowCount))
    #expect(!all.contains(NameRow(rowCount)))
    #expect(!all.contains(NameRow(-1)))
    #expect(all.row(at: rowCount, in: 0..<rowCount) == nil)
    #expect(RowSet(rowCount: rowCount).isEmpty)
  }

  @Test(arguments: UInt64(0)..<30)
  func aRowSetEqualsASetOfNumbers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rowCount = Int.random(in: 1...3000, using: &random)
    var set = RowSet(rowCount: rowCount)
    var model = Set<Int>()
    for _ in 0..<Int.random(in: 0...400, using: &random) {
      let row = Int.random(in: 0..<rowCount, using: &random)
      if Bool.random(using: &random) {
        set.insert(NameRow(row))
        model.insert(row)
      } else {
        set.remove(NameRow(row))
        model.remove(row)
      }
    }
    let members = model.sorted()
    #expect(set == RowSet(rowCount: rowCount, members.map { NameRow($0) }))
    #expect(set.map(\.offset) == members)
    for _ in 0..<50 {
      let low = Int.random(in: 0...rowCount, using: &random)
      let range = low..<Int.random(in: low...rowCount, using: &random)
      let inside = members.filter { range.contains($0) }
      #expect(set.count(in: range) == inside.count)
      #expect(set.row(at: inside.count, in: range) == nil)
      for (number, row) in inside.enumerated().prefix(20) {
        #expect(set.row(at: number, in: range) == NameRow(row))
        #expect(set.rank(of: NameRow(row), in: range) == number)
      }
      #expect(set.first(atOrAfter: NameRow(low))?.offset == members.first { $0 >= low })
      #expect(set.last(before: NameRow(low))?.offset == members.last { $0 < low })
      #expect(set.contains(NameRow(low)) == model.contains(low))
    }
  }

  @Test(arguments: UInt64(0)..<10)
  func setOperationsAreThoseOfSets(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rowCount = Int.random(in: 1...700, using: &random)
    let left = (0..<rowCount).filter { _ in Bool.random(using: &random) }
    let right = (0..<rowCount).filter { _ in Bool.random(using: &random) }
    var one = RowSet(rowCount: rowCount, left.map { NameRow($0) })
    let other = RowSet(rowCount: rowCount, right.map { NameRow($0) })
    var both = one
    both.formIntersection(other)
    #expect(Set(both.map(\.offset)) == Set(left).intersection(right))
    one.subtract(other)
    #expect(Set(one.map(\.offset)) == Set(left).subtracting(right))
    #expect(one.count == Set(left).subtracting(right).count)
  }

  @Test func allEmptySetsAreEqual() {
    let none = RowSet(rowCount: 700)
    let all = RowSet(all: 700)
    var emptied = RowSet(rowCount: 700, [NameRow(3)])
    emptied.remove(NameRow(3))
    var subtracted = all
    subtracted.subtract(all)
    var met = all
    met.formIntersection(none)
    for set in [emptied, subtracted, met] {
      #expect(set == none)
      #expect(set.isEmpty && set.count == 0 && set.count(in: 0..<700) == 0)
      #expect(!set.contains(NameRow(3)))
      #expect(set.first(atOrAfter: NameRow(0)) == nil && set.last(before: NameRow(700)) == nil)
      #expect(Array(set).isEmpty)
    }
    var joined = none
    joined.formUnion(all)
    #expect(joined == all)
    joined.formUnion(none)
    #expect(joined == all)
    #expect(
      all.first(atOrAfter: NameRow(5), notIn: [none, RowSet(rowCount: 700, [NameRow(5)])])
        == NameRow(6))
  }
}
