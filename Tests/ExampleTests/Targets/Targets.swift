import FeedbackLoop
import SectionedData

struct Target: Identifiable, Equatable, Sendable {
  let id: String
  var isDead = false

  var line: String { isDead ? "† \(id)" : id }
}

typealias Letter = IdentifiedSection<SelfIdentified<String>, Target>

struct Targets: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case searchEdited(String)
    case flagToggled(Target.ID)
  }

  var all: [Target]
  var search = ""

  static func reduce(_ targets: inout Targets, _ event: Event) {
    switch event {
    case .searchEdited(let text): targets.search = text
    case .flagToggled(let id):
      guard let place = targets.all.firstIndex(where: { $0.id == id }) else { return }
      targets.all[place].isDead.toggle()
    }
  }
}

extension Targets {
  /// The targets with a word that begins with the search, under their first letters.
  var letters: [Letter] {
    let found = all.filter { target in
      target.id.split(separator: " ").contains { word in
        word.lowercased().hasPrefix(search.lowercased())
      }
    }
    return Dictionary(grouping: found) { $0.id.prefix(1).uppercased() }
      .sorted { $0.key < $1.key }
      .map { letter, targets in Letter(letter, items: targets.sorted { $0.id < $1.id }) }
  }
}

func targetSource() -> DataSource<Letter, String> {
  DataSource(
    configuration: .init(
      row: { target, path, section in target.line },
      headerTitle: { letter, index in letter.header.id },
      canEdit: { target, path in true },
      indexTitles: { letters in letters.map(\.header.id) }))
}

@MainActor
func targetLoop(
  _ targets: [Target], edits: AsyncStream<String>, clock: some Clock<Duration>
) -> Loop<Targets, Targets.Event> {
  Loop(
    Targets(all: targets), reduce: Targets.reduce,
    feedbacks: [
      .bind(events: [
        edits.throttled(for: .milliseconds(300), clock: clock).map { .searchEdited($0) }
      ])
    ])
}
