import FeedbackLoop
import LibraryTestSupport
import Pagination
import SectionedData
import SectionedViews
import Testing

/// A list that is read page by page, and shown on a view with animated changes.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct AnimatedPagesExample {
  struct Person: Identifiable, Equatable, Sendable {
    let id: String
  }

  typealias People = PaginatedList<Person, Int>
  typealias Letter = IdentifiedSection<SelfIdentified<Character>, Person>

  /// The people read so far, under their first letters.
  nonisolated static func letters(of people: People) -> [Letter] {
    Dictionary(grouping: people.items.sorted { $0.id < $1.id }) { $0.id.first ?? "#" }
      .sorted { $0.key < $1.key }
      .map { Letter($0.key, items: $0.value) }
  }

  @Test func pagesAppearInTheViewAsTheyAreRead() async throws {
    let names = ["Yara", "Arya", "Bran", "Sansa", "Asha", "Robb", "Rickon", "Cersei", "Benjen"]
    let source = PagesByOffset(limit: 2) { offset, limit in
      names.dropFirst(offset).prefix(limit).map { Person(id: $0) }
    }
    let people = Loop(
      People(of: source), reduce: People.reduce,
      feedbacks: [.list({ $0 }, from: source, event: { $0 })])
    let view = ListView<Letter>()
    let updater = ViewUpdater<ListView<Letter>, String>(
      dataSource: DataSource(configuration: .init { person, _, _ in person.id }))
    view.data = { [weak updater] in updater?.dataSource.sections ?? [] }
    await updater.attach(view)
    let following = Task {
      await updater.follow(people.states, sections: Self.letters)
    }

    // The view reports its scroll position, and pages arrive.
    while !people.state.pages.isExhausted {
      people.send(.viewed(lastRow: people.state.items.count))
      await eventually { !people.state.pages.isLoading }
    }
    await eventually { view.shown == Self.letters(of: people.state) }
    people.stop()
    await following.value
    #expect(view.isRight && view.stageCount > 0)
    #expect(view.shown.map { String($0.header.id) }.joined() == "ABCRSY")
    #expect(try updater.dataSource.row(at: ItemPath(section: 1, item: 0)) == "Benjen")
  }
}
