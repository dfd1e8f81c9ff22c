import FeedbackLoop
import FeedbackLoopTesting
import NameSearch
import SectionedData
import Testing

/// A list that is filtered while the user types, in alphabetical sections, with names that can be
/// crossed off.
struct TargetList: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case typed(String)
    case crossedOff(Name)
  }

  /// A row in the view, which keeps its identity when it is crossed off.
  struct Row: Identifiable, Equatable, Sendable {
    let id: Name
    var isDead = false
  }

  typealias Letter = IdentifiedSection<SelfIdentified<String>, Row>

  let names: NameIndex
  var text = ""
  var dead: Set<Name> = []

  static func reduce(_ list: inout TargetList, _ event: Event) {
    switch event {
    case .typed(let text): list.text = text
    case .crossedOff(let name): list.dead.insert(name)
    }
  }

  var matches: NameMatches {
    let query = NameQuery(text)
    let rows = names.matches(query) ?? RowSet(rowCount: names.count)
    return NameMatches(index: names, rows: rows, query: query)
  }

  var letters: [Letter] {
    let matches = matches
    return matches.sections.enumerated().map { number, section in
      Letter(
        section.title,
        items: matches.names(inSection: number).map { Row(id: $0, isDead: dead.contains($0)) })
    }
  }
}

@MainActor
struct SearchableListExample {
  private func list(_ texts: String...) throws -> Loop<TargetList, TargetList.Event> {
    let names = NameIndex(order: NameOrder(localeIdentifier: "en"))
      .adding(NameBatch(try texts.map { try Name($0) }))
    return Loop(TargetList(names: names), reduce: TargetList.reduce)
  }

  @Test func theListNarrowsAndARowIsCrossedOff() throws {
    let list = try list("Bran Stark", "Arya Stark", "Tywin Lannister")
    #expect(list.state.letters.map(\.header.id) == ["A", "B", "T"])
    let whole = list.state.letters
    list.send(.typed("st"))
    let difference = try SectionedDifference(from: whole, to: list.state.letters)
    #expect(difference.batch.deletedSections == [2] && difference.batch.count == 1)
    let narrowed = list.state.letters
    list.send(.crossedOff(try Name("Arya Stark")))
    let update = try SectionedDifference(from: narrowed, to: list.state.letters)
    let first = ItemPath(section: 0, item: 0)
    #expect(update.batch.updatedItems == [Relocation(from: first, to: first)])
  }

  /// An index is compared by its version, so whole states can be compared.
  @Test func aStateWithAnIndexIsExpectedAsAWhole() throws {
    let names = NameIndex(order: NameOrder(localeIdentifier: "en"))
      .adding(NameBatch([try Name("Arya Stark")]))
    let loop = TestLoop(TargetList(names: names), reduce: TargetList.reduce)
    try loop.send(.typed("st")) { $0.text = "st" }
    try loop.finish()
    #expect(names != names.adding(NameBatch([try Name("Bran Stark")])))
  }

  @Test func matchesCanBeUsedAsSections() throws {
    let matches = try list("Bran Stark", "Arya Stark").state.matches
    let sections = matches.sections.indices.map { number in
      LazySection(
        header: SelfIdentified(matches.sections[number].title),
        items: matches.names(inSection: number))
    }
    #expect(try SectionedDifference(from: [], to: sections).batch.insertedSections == [0, 1])
  }
}
