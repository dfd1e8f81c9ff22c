import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// Names that a source identifies by something else.
struct SourceIDTests {
  @Test func namesAreEqualIfTextAndIDAreEqual() throws {
    let arya = try Name("Arya")
    #expect(try arya.known(by: "7") == arya.known(by: "7"))
    #expect(try arya.known(by: "7") != arya.known(by: "8"))
    #expect(try arya.known(by: "7") != arya)
    #expect(try arya.known(by: "7").bare == arya)
    #expect(try Set([arya, arya.known(by: "7"), arya.known(by: "7")]).count == 2)
    #expect(try arya.known(by: "e\u{301}") == arya.known(by: "\u{E9}"))
  }

  @Test(arguments: ["", " ", "a\0b", String(repeating: "x", count: 5_000)])
  func anInvalidNameIsNotAnID(id: String) throws {
    let arya = try Name("Arya")
    #expect(throws: NameError.self) { try arya.known(by: id) }
  }

  @Test func idsInASourceAreComparedAsBytes() throws {
    let arya = try Name("Arya")
    let ids = ["9", " 9 ", "é", "e\u{301}", "a\0b", "\u{301}1", "#", "%23", "\u{FE0F}\u{20E3}1"]
    let names = try ids.map { try arya.known(by: $0, in: "s") }
    #expect(Set(names).count == ids.count)
    #expect(names.allSatisfy { $0.source == "s" })
    #expect(names.map { Array(($0.idInSource ?? "").utf8) } == ids.map { Array($0.utf8) })
    #expect(arya.idInSource == nil)
    #expect(names[2].sourceID == "s#%C3%A9")
    #expect(names[4].sourceID == "s#a%00b")
    #expect(throws: NameError.empty) { try arya.known(by: "", in: "s") }
    let long = String(repeating: "é", count: 3_000)
    #expect(throws: NameError.self) { try arya.known(by: long, in: "s") }
  }

  @Test func rowsWithTheSameNameAreAdjacent() throws {
    let index = try NameIndex(named: ["Bran", "Arya#8", "Arya", "Arya#10", "Arya#8"])
    #expect(index.labels == ["Arya", "Arya#10", "Arya#8", "Bran"])
    #expect(index.duplicateCount == 1)
    #expect(try index.row(of: label("Arya#8")) == NameRow(2))
    #expect(try index.row(of: label("Arya#9")) == nil)
    #expect(try index.rows(called: Name("Arya")).map(\.offset) == [0, 1, 2])
    #expect(try index.rows(called: label("Arya#9")).map(\.offset) == [0, 1, 2])
    #expect(try index.rows(called: Name("Ary")) == [])
    #expect(index.matches(NameQuery("ar"))?.count == 3)
  }

  @Test func theOriginalSpellingStaysWithTheID() throws {
    let index = NameIndex(order: NameOrder()).adding(
      NameBatch([
        try Name("Zo\u{EB}").known(by: "2"), try Name("Zoe\u{308}").known(by: "1"),
      ]))
    #expect((0..<2).map { Array(index.name(at: NameRow($0)).original.utf8).count } == [5, 4])
    #expect((0..<2).map { index.name(at: NameRow($0)).sourceID } == ["1", "2"])
  }

  @Test(arguments: 1...20)
  func eachRowOccursOnceAfterAnyChanges(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let calls = ["a", "b", "ab", "é", "e\u{301}", "Z", "ß", "山"]
    func some(_ count: Int) throws -> [Name] {
      try (0..<count).map { _ in
        let name = try Name(calls.randomElement(using: &random) ?? "a")
        let id = Int.random(in: 0..<12, using: &random)
        return id == 0 ? name : try name.known(by: "\(id)")
      }
    }
    var index = NameIndex(order: NameOrder()).adding(NameBatch(try some(60)))
    var expected = Set(index.names)
    for _ in 0..<30 {
      let names = try some(Int.random(in: 1...4, using: &random))
      if Bool.random(using: &random) {
        index = index.adding(NameBatch(names))
        expected.formUnion(names)
      } else {
        index = index.removing(names)
        expected.subtract(names)
      }
      #expect(index.count == expected.count)
      #expect(Set(index.names) == expected)
      for row in 0..<index.count {
        #expect(index.row(of: index.name(at: NameRow(row))) == NameRow(row))
      }
      for call in calls {
        let called = expected.filter { $0.text == call }
        #expect(
          try index.rows(called: Name(call)).map { index.name(at: $0).sourceID ?? "" }
            == called.map { $0.sourceID ?? "" }.sorted {
              $0.utf8.lexicographicallyPrecedes($1.utf8)
            })
      }
      #expect(index.rows(of: names).count == Set(names).intersection(expected).count)
    }
  }
}

/// A name as in `Arya`, or one with an ID as in `Arya#7`.
private func label(_ text: String) throws -> Name {
  let parts = text.split(separator: "#")
  let name = try Name(parts[0])
  return parts.count == 1 ? name : try name.known(by: String(parts[1]))
}

extension NameIndex {
  fileprivate init(named labels: [String]) throws {
    self = NameIndex(order: NameOrder()).adding(NameBatch(try labels.map(label)))
  }

  fileprivate var names: [Name] { (0..<count).map { name(at: NameRow($0)) } }

  fileprivate var labels: [String] {
    names.map { name in name.text + (name.sourceID.map { "#\($0)" } ?? "") }
  }
}
