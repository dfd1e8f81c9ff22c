import LibraryTestSupport
import NameSearch
import Testing

@testable import ListModel

/// Flags over sets of rows are the flags that were kept one by one.
struct FlagBaseTests {
  private static let kinds: [Flags] = [
    [], .dead, .liked, [.dead, .liked], .spared, [.spared, .noted], [.dead, .failed, .done], .new,
  ]

  private static let flags: [Flags] = [.dead, .liked, .spared, .noted, .failed, .done, .new]

  private func names(_ count: Int) throws -> [Name] {
    try (0..<count).map { number in
      let name = try Name("n\(number)")
      return number % 5 == 0 ? try name.known(by: "\(number)") : name
    }
  }

  private func index(of names: [Name]) -> NameIndex {
    var batch = NameBatch()
    for name in names { batch.append(name) }
    return NameIndex(order: NameOrder()).adding(batch)
  }

  /// The changes stay few enough to lie over the names, or become so many that all are merged.
  @Test(arguments: [UInt64(1), 2, 3, 4], [10, 200])
  func whateverChangesTheFlagsAreTheSame(seed: UInt64, changes: Int) throws {
    var random = SeededGenerator(seed: seed)
    let names = try names(300)
    var flags: [Name: Flags] = [:]
    for name in names.prefix(250) where Bool.random(using: &random) {
      flags[name] = Self.kinds.randomElement(using: &random)
    }
    var index = index(of: Array(names.prefix(250)))
    var single = FlagTable(flags, for: .keptList)
    let rowSets = FlagBase.rowSets(of: single, in: index)
    var based = FlagTable(
      try #require(FlagBase(index: index, rowSets: rowSets)), changes: [])
    for _ in 0..<changes {
      let name = names[Int.random(in: 0..<300, using: &random)]
      let now = ([nil] + Self.kinds).randomElement(using: &random) ?? nil
      #expect(single.has(now, for: name) == based.has(now, for: name))
      single.set([(name, now)])
      based.set([(name, now)])
      if now == nil {
        index = index.removing([name])
      } else if index.row(of: name) == nil {
        var batch = NameBatch()
        batch.append(name)
        index = index.adding(batch)
      }
      let asked = Self.flags.randomElement(using: &random) ?? .dead
      #expect(based.rows(with: asked, in: index) == single.rows(with: asked, in: index))
    }
    for flag in Self.flags {
      #expect(based.rows(with: flag, in: index) == single.rows(with: flag, in: index))
    }
    for name in names { #expect(based[name] == single[name]) }
  }

  @Test func allFlagsReadAnewTakeThePlaceOfTheSets() throws {
    let names = try names(3)
    let index = index(of: names)
    let dead = FlagTable(
      Dictionary(uniqueKeysWithValues: names.map { ($0, .dead) }), for: .keptList)
    let rowSets = FlagBase.rowSets(of: dead, in: index)
    var table = FlagTable(
      try #require(FlagBase(index: index, rowSets: rowSets)), changes: [])
    let request = SearchRequest(index: index, query: NameQuery(""), show: .all, flags: table)
    var listing = try #require(Listing(request))
    #expect(listing.count(of: .dead) == 3)
    table.replace(with: [names[1]: .liked])
    listing.update(from: table)
    #expect(listing.count(of: .dead) == 0)
    #expect(table.rows(with: .liked, in: index).count == 1)
  }

  @Test func setsOfAnotherKindAreRefused() throws {
    let index = index(of: try names(2))
    #expect(FlagBase(index: index, rowSets: [RowSet(all: 2)]) == nil)
  }
}
