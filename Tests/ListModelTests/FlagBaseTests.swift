import LibraryTestSupport
import NameSearch
import Testing

@testable import ListModel

/// Flags in sets of rows equal flags that are stored individually.
struct FlagBaseTests {
  private static let kinds: [Flags] = [
    [], .dead, .liked, [.dead, .liked], .ok, [.ok, .noted], [.dead, .failed, .succeeded], .new,
  ]

  private static let flags: [Flags] = [.dead, .liked, .ok, .noted, .failed, .succeeded, .new]

  private func names(_ count: Int) throws -> [Name] {
    try (0..<count).map { number in
      let name = try Name("n\(number)")
      return number % 5 == 0 ? try name.known(by: "\(number)") : name
    }
  }

  private func index(of names: [Name]) -> NameIndex {
    let batch = NameBatch(names)
    return NameIndex(order: NameOrder()).adding(batch)
  }

  /// The changes stay few enough for the recent table, or become so many that all names are merged.
  @Test(arguments: [UInt64(1), 2, 3, 4], [10, 200])
  func flagsAreTheSameAfterAnyChanges(seed: UInt64, changes: Int) throws {
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
    var many = FlagTable(flags, ofRowsIn: index)
    #expect(many.singleCount == 0)
    for _ in 0..<changes {
      let name = names[Int.random(in: 0..<300, using: &random)]
      let now = ([nil] + Self.kinds).randomElement(using: &random) ?? nil
      #expect(single.has(now, for: name) == based.has(now, for: name))
      single.set([(name, now)])
      based.set([(name, now)])
      many.set([(name, now)])
      if now == nil {
        index = index.removing([name])
      } else if index.row(of: name) == nil {
        var batch = NameBatch()
        batch.append(name)
        index = index.adding(batch)
      }
      let asked = Self.flags.randomElement(using: &random) ?? .dead
      #expect(based.rows(with: asked, in: index) == single.rows(with: asked, in: index))
      #expect(many.rows(with: asked, in: index) == single.rows(with: asked, in: index))
    }
    for flag in Self.flags {
      #expect(based.rows(with: flag, in: index) == single.rows(with: flag, in: index))
    }
    for name in names {
      #expect(based[name] == single[name])
      #expect(many[name] == single[name])
    }
  }

  /// Rows that others have dropped, and flags of all kinds, survive in a table made of sets.
  @Test func aTableOfManyFlagsHasThoseOfNamesWithoutARow() throws {
    let names = try names(40)
    let index = index(of: Array(names.prefix(32)))
    var flags: [Name: Flags] = [:]
    for (place, name) in names.enumerated() {
      flags[name] = place < 32 ? Self.kinds[place % Self.kinds.count] : [.dead, .snoozed]
    }
    let many = FlagTable(flags, ofRowsIn: index)
    #expect(many.singleCount == 8)
    for name in names { #expect(many[name] == flags[name]) }
    let wider = index.adding(NameBatch(Array(names.suffix(8))))
    #expect(many.rows(with: .snoozed, in: wider).count == 8)
  }

  @Test func theFlagsOfAFewMatchesAreStoredIndividually() throws {
    let names = try names(40)
    let flags = Dictionary(uniqueKeysWithValues: names.map { ($0, Flags.dead) })
    let index = index(of: Array(names.prefix(3)))
    let few = FlagTable(flags, ofRowsIn: index)
    #expect(few.singleCount == 40 && few.rows(with: .dead, in: index).count == 3)
  }

  @Test func readingAllFlagsReplacesTheSets() throws {
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

  /// An edit changes the flags of many rows as it changes those of each: by the same rule.
  @Test(arguments: Edit.Action.allCases, [nil, "seen"])
  func manyRowsChangeAsSingleRowsDo(action: Edit.Action, text: String?) throws {
    if [.drop, .hide, .add].contains(action) { return }
    let note = try text.map { try Note($0) }
    let kinds: [Flags] = [
      [], .dead, .ok, .liked, [.dead, .liked], [.ok, .liked], .snoozed, .noted,
      [.dead, .noted], [.ok, .snoozed], .succeeded,
    ]
    let names = try names(kinds.count * 3)
    let index = index(of: names)
    let before = zip(names, kinds + kinds + kinds)
    var table = FlagTable(Dictionary(uniqueKeysWithValues: before.map { ($0, $1) }), for: .keptList)
    let edited = names.prefix(kinds.count * 2)
    table.apply(
      Decision(action, note: note), to: ManyRows(index: index, rows: index.rows(of: edited)))
    for (name, flags) in before {
      var after = flags
      let stored = action.applied(to: flags.intersection(.stored))
      if edited.contains(name) {
        after = flags.subtracting(.stored).union(stored ?? [])
        if action == .snooze { after.insert(.snoozed) }
        if action == .wake { after.remove(.snoozed) }
        if note != nil { after.insert(.noted) } else if action == .note { after.remove(.noted) }
      }
      #expect(table[name] == after, "\(name.text), \(flags.rawValue)")
    }
  }
}

/// Facts that follow from the table of flags.
struct RowFlagTests {
  /// Stores and snapshots on disks have these bits.
  @Test func theBitsOfFlagsStayAsTheyAre() {
    #expect(
      [Flags.dead, .liked, .dropped, .ok, .snoozed, .noted, .failed, .succeeded, .new]
        .map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
    #expect(Flags.stored.rawValue == 527 && Flags.all.rawValue == 1023)
  }

  @Test(arguments: RowFlag.allCases)
  func eachFlagHasAFilterThatShowsTheRowsWithIt(flag: RowFlag) throws {
    let show = try #require(Show(words: flag.word))
    #expect(show.text == flag.word)
    for other in RowFlag.allCases where other != .dropped {
      var flags = Flags(other)
      if flag == .dropped { flags.insert(.dropped) }
      #expect(show.accepts(flags) == (flag == other || flag == .dropped))
    }
    #expect(!Show.all.accepts(.dropped) && Show(.dropped).accepts([.dropped, Flags(flag)]))
    #expect(Show.options.contains(flag.word) == (flag != .dropped))
  }
}
