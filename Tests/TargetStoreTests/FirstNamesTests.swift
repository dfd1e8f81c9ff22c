import ListModel
import LibraryTestSupport
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// The page of a list that is shown first.
@Suite(.onEachEngine, .inTurn)
struct FirstNamesTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  /// Finds the first names of a list with these names.
  private func first(
    _ texts: Set<String>, limit: Int, locale: String = "", mostLooks: Int = FirstNames.mostLooks
  ) async throws -> (names: [StoredRow], looks: Int) {
    _ = try await fixture.open().apply(Edit(.add, names(texts.sorted())), to: fixture.list)
    let connection = try fixture.connection()
    let list = fixture.list
    let keys = PrimaryKeys(of: NameOrder(localeIdentifier: locale))
    let search = try connection.read { db in
      guard let id = try ListRecord.id(of: list, in: db) else { throw StoreError.noPath }
      let first = try FirstNames(db, list: id, keys: keys, limit: limit, mostLooks: mostLooks)
      return (first.names, first.looks)
    }
    return try #require(search)
  }

  /// Letters of several scripts, in all cases, marks that are letters and marks that are not, and
  /// characters that are neither letters nor digits; names are short, so that many have the same
  /// beginning.
  private static let alphabet = Array("aAáÅbBzZéя名-_ 7\u{5d1}\u{5b8}").map(String.init)

  private func texts(_ count: Int, using random: inout SeededGenerator) -> Set<String> {
    var texts: Set<String> = []
    while texts.count < count {
      let length = Int.random(in: 1...6, using: &random)
      let text = (0..<length).map { _ in Self.alphabet.randomElement(using: &random) ?? "a" }
      if let name = try? Name(text.joined()) { texts.insert(name.text) }
    }
    return texts
  }

  @Test(arguments: UInt64(0)..<24)
  func noRemainingNamePrecedesAFoundOne(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let all = texts(Int.random(in: 40...1_500, using: &random), using: &random)
    let limit = Int.random(in: 2...400, using: &random)
    let locale = ["", "sv", "th"][Int(seed % 3)]
    let found = try await first(all, limit: limit, locale: locale).names.map(\.name.text)
    #expect(Set(found).count == found.count)
    #expect(all.isSuperset(of: found))
    #expect(found.count <= limit)
    #expect(found.count >= min(limit / 2, all.count))

    let keys = PrimaryKeys(of: NameOrder(localeIdentifier: locale))
    let last = found.map(keys.key).max { $0.lexicographicallyPrecedes($1) }
    let rest = all.subtracting(found).map(keys.key)
    let next = rest.min { $0.lexicographicallyPrecedes($1) }
    if let last, let next { #expect(!next.lexicographicallyPrecedes(last)) }
  }

  @Test(
    arguments: [
      (5, ["aa", "AB", "áC", "b"], ["aa", "AB", "áC", "b"]),
      (2, ["Zoe", "ada", "Bo", "áb", "Ac"], ["áb"]),
      (2, ["x", "X", "x-1", "x-2", "x-3"], ["x", "X"]),
      (2, ["db://b/", "db://b/B", "db://b/a", "db:c"], ["db://b/"]),
    ] as [(Int, Set<String>, [String])])
  func theFirstNamesAreFoundWhateverTheirBytes(
    limit: Int, all: Set<String>, expected: [String]
  ) async throws {
    let found = try await first(all, limit: limit).names.map(\.name.text)
    #expect(found.sorted() == expected.sorted())
  }

  @Test func namesKeepTheirFlagsAndSpelling() async throws {
    try await fixture.edit(.dead, "cafe\u{301}")
    let found = try await first(["b", "d"], limit: 3).names
    #expect(found.count == 3)
    let name = try #require(found.first { $0.flags == .dead }?.name)
    #expect(name.original.unicodeScalars.count == 5)
  }

  @Test("First names: their rows are those of the other pages, with every column")
  func rowsAreComplete() async throws {
    var batch = NameBatch()
    for number in 0..<50 {
      let name = try Name("n\(number)")
      let row = number.isMultiple(of: 2) ? name : try name.known(by: "\(number)", in: "id")
      batch.append(row, detail: "d\(number)", section: "s\(number % 3)", revision: "r\(number)")
    }
    let store = try fixture.open()
    _ = try await store.importNames(batch, into: fixture.list)
    let first = try await store.firstNames(
      in: fixture.list, by: PrimaryKeys(of: NameOrder()), limit: 20)
    let all = try await store.names(in: fixture.list, limit: 100).names
    #expect(first.next != nil && !first.names.isEmpty)
    #expect(Set(all).isSuperset(of: first.names))
    #expect(first.names.allSatisfy { $0.texts.section != nil && $0.texts.revision != nil })
  }

  @Test func theCostDependsOnTheFoundNames() async throws {
    let all = Set((0..<20_000).map { "https://git.example.com/group/project-\($0)" })
    let search = try await first(all, limit: 100)
    #expect(search.names.count >= 50)
    #expect(search.looks < 200)
  }

  @Test func aLongSearchReturnsTheNamesFoundSoFar() async throws {
    let random = (0..<2_000).compactMap { Unicode.Scalar(0x4e00 + $0) }.map { "\($0)" }
    let none = try await first(Set(random), limit: 10, mostLooks: 100)
    #expect(none.names == [])
    #expect(none.looks <= 110)
    let store = try fixture.open()
    let keys = PrimaryKeys(of: NameOrder())
    let some = try await store.firstNames(in: fixture.list, by: keys, limit: 10)
    #expect(some.names.count >= 5)
  }

  @Test func aShortListIsOnePage() async throws {
    let store = try await fixture.filled(with: "b", "a")
    let keys = PrimaryKeys(of: NameOrder())
    let page = try await store.firstNames(in: fixture.list, by: keys, limit: 2)
    #expect(page.names.map(\.name.text) == ["a", "b"])
    #expect(page.next == nil)
    let none = try await store.firstNames(in: ListName("none"), by: keys, limit: 2)
    #expect(none == KeptPage(names: [], next: nil))
  }

  @Test func theNextPageOfALongListIsItsBeginning() async throws {
    let store = try await fixture.filled(with: "B", "a", "C")
    let keys = PrimaryKeys(of: NameOrder())
    let page = try await store.firstNames(in: fixture.list, by: keys, limit: 2)
    #expect(page.names.map(\.name.text) == ["a"])
    #expect(page.next == .start)
  }

  /// A store can be edited by hand, so the search must end whatever it finds.
  @Test(.onFilesOnly) func theSearchEndsWithNamesThatAreNotInNFC() async throws {
    _ = try await fixture.filled(with: "a", "b", "c")
    try runSQL("UPDATE row SET key = '=\u{212a}' || substr(key, 2)", on: fixture.path)
    let store = try fixture.open()
    let keys = PrimaryKeys(of: NameOrder())
    let page = try await store.firstNames(in: fixture.list, by: keys, limit: 2)
    #expect(!page.names.isEmpty)
  }
}
