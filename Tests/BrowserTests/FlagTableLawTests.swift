import LibraryTestSupport
import NameSearch
import Testing

@testable import Browser
@testable import ListModel

/// Flags that a listing updates step by step equal those of the table in the end.
struct FlagTableLawTests {
  private static let calls = ["a", "b", "c"]

  /// A bare name, or that of a row of one of two sources.
  private func someName(using random: inout SeededGenerator) throws -> Name {
    let name = try Name(Self.calls.randomElement(using: &random) ?? "a")
    guard Int.random(in: 0..<4, using: &random) > 0 else { return name }
    let source = Bool.random(using: &random) ? "source" : "there"
    return try name.known(by: "\(Int.random(in: 0..<5, using: &random))", in: source)
  }

  private func someFlags(using random: inout SeededGenerator) -> Flags {
    Flags(rawValue: .random(in: 0..<8, using: &random))
  }

  /// Names with flags as a store could have them: at most one row per ID.
  private func someKept(using random: inout SeededGenerator) throws -> [Name: Flags] {
    var kept: [Name: Flags] = [:]
    var identities: Set<String> = []
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      let name = try someName(using: &random)
      if let id = name.sourceID, !identities.insert(id).inserted { continue }
      kept[name] = someFlags(using: &random)
    }
    return kept
  }

  @Test(arguments: UInt64(0)..<60)
  func aListingAlwaysAgreesWithTheFlagTable(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var browser = try BrowserDriver(rows: 40) { $0.pages() }
    browser.beginPages()
    var called: [String: Name] = [:]
    var generation = 1
    for _ in 0..<40 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let startsOver = Int.random(in: 0..<4, using: &random) == 0
        if startsOver {
          generation += 1
          browser.beginPages(generation: generation)
          called = [:]  // the row may have another name then
        }
        var rows: [Row] = []
        for _ in 0..<3 {
          let name = try someName(using: &random)
          if name.source == "there" { continue }
          // Within a list, a row keeps the name with which it was added.
          let first = name.sourceID.flatMap { called[$0] } ?? name
          if let id = name.sourceID { called[id] = first }
          let flags = someFlags(using: &random).subtracting(.dropped)
          rows.append(.init(name: first, flags: flags))
        }
        if startsOver {
          browser.say(rows, kept: [:])
          browser.replace(with: NameBatch(rows.map(\.name)))
        } else {
          browser.load(rows)
        }
      case 3:
        let kept = try someKept(using: &random)
        browser.say([], kept: kept)
      case 4:
        browser.readStore(try someKept(using: &random))
      case 5:
        if Bool.random(using: &random) { browser.undo() } else { browser.press(.redo) }
      case 6:
        let command = [Command.dead, .like, .drop].randomElement(using: &random) ?? .like
        browser.press(.nextRow, command)
      default:
        let action = ["dead", "reopen", "like", "unlike", "drop", "add"].randomElement(
          using: &random)
        browser.enter(":\(action ?? "dead") \(Self.calls.randomElement(using: &random) ?? "a")")
      }
      try check(browser)
    }
  }

  /// The memory of a session does not grow with its edits.
  @Test func onlyTheLastChangesAreRemembered() throws {
    let names = try (0..<10_000).map { try Name("name \($0)") }
    let batch = NameBatch(names)
    let index = NameIndex(order: NameOrder()).adding(batch)
    var flags = FlagTable(for: .keptList)
    let request = SearchRequest(
      index: index, query: NameQuery("name"), show: .all, flags: flags)
    let old = try #require(Listing(request))
    for round in 0..<3 {
      for name in names { flags.set([(name, round == 1 ? [] : .dead)]) }
    }
    #expect(flags.revision == 30_000)
    #expect(flags.names(changedSince: 0) == nil)
    #expect(flags.names(changedSince: 29_998).map(Array.init) == Array(names.suffix(2)))
    var listing = old
    listing.update(from: flags)
    #expect(listing.count(of: .dead) == 10_000)
    let after = SearchRequest(index: index, query: NameQuery("name"), show: .dead, flags: flags)
    #expect(try #require(Listing(after, previous: old)).count == 10_000)
  }

  /// A page of a long list is searched row by row; the result equals that of searching many rows.
  @Test(arguments: [1, 7, 400])
  func flagsAreTheSameForFewAndManyRows(count: Int) throws {
    let all = try (0..<300).map { try Name("name \($0)") }
    let some: [Flags] = [[], .dead, .liked, [.dead, .liked], .dropped]
    let kept = Dictionary(
      uniqueKeysWithValues: all.enumerated().map { ($1, some[$0 % some.count]) })
    let flags = FlagTable(kept, for: .source("there"))
    var batch = NameBatch(all.prefix(count))
    for number in all.count..<max(count, all.count) { batch.append(try Name("other \(number)")) }
    let index = NameIndex(order: NameOrder()).adding(batch)
    for flag in [Flags.dead, .liked, .dropped] {
      let expected = (0..<index.count).map { NameRow($0) }
        .filter { flags[index.name(at: $0)].contains(flag) }
      #expect(Array(flags.rows(with: flag, in: index)) == expected)
      if flag == .dropped { #expect(Array(flags.hiddenRows(in: index)) == expected) }
    }
  }

  private func check(_ browser: BrowserDriver) throws {
    let (state, listing) = (browser.state, try #require(browser.state.list.listing))
    let rows = (0..<state.list.index.count).map { NameRow($0) }
    var shown = 0
    for row in rows {
      let flags = state.list.flags[state.list.index.name(at: row)]
      let listed = listing.target(at: row).flags
      #expect(listed == flags.subtracting(.dropped))
      #expect((listing.matches.position(of: row) == nil) == flags.contains(.dropped))
      if !flags.contains(.dropped), flags.contains(.dead) { shown += 1 }
    }
    #expect(listing.count(of: .dead) == shown)
    for flag in [Flags.dead, .liked, .dropped] {
      let found = state.list.flags.rows(with: flag, in: state.list.index)
      #expect(
        Array(found)
          == rows.filter { state.list.flags[state.list.index.name(at: $0)].contains(flag) })
    }
  }
}
