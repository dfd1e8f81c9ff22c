/// The filter of rows by their flags; several together show the rows that are all of these.
package struct Show: OptionSet, Hashable, Sendable {
  package static let all: Show = []

  /// Neither decided nor snoozed.
  package static let open = Show(rawValue: 1 << 32)

  /// Not dead.
  package static let alive = Show(rawValue: 1 << 33)

  package static let dead = Show(.dead)
  package static let spared = Show(.spared)

  /// The rows that no other filter shows.
  package static let dropped = Show(.dropped)

  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The rows that have a flag.
  package init(_ flag: RowFlag) {
    self.init(rawValue: Flags(flag).rawValue)
  }
}

extension Show {
  /// The words for the filters, in the order of the help.
  package static let words: [(word: String, show: Show)] =
    [("all", .all), ("open", .open), ("alive", .alive)]
    + RowFlag.allCases.map { ($0.word, Show($0)) }

  /// The words that are options of commands: dropped rows are no rows of a kept list.
  package static let options = words.filter { $0.show != .all && $0.show != .dropped }.map(\.word)

  /// Reads words with blanks between them; `nil` if one of them is not a filter, or there is none.
  package init?(words text: String) {
    var show = Show.all
    let typed = text.split(separator: " ")
    for word in typed {
      guard let known = Self.words.first(where: { $0.word == word }) else { return nil }
      show.insert(known.show)
    }
    if typed.isEmpty { return nil }
    self = show
  }

  /// What is shown, in words; `all` if there is no filter.
  package var text: String {
    let parts = Self.words.filter { $0.show != .all && contains($0.show) }.map(\.word)
    return parts.isEmpty ? "all" : parts.joined(separator: " ")
  }

  /// The next one of those that a key goes through.
  package var next: Show {
    let cycle: [Show] = [.all, .open, .alive, .dead, .spared]
    guard let here = cycle.firstIndex(of: self) else { return .all }
    return cycle[(here + 1) % cycle.count]
  }

  /// The flags that all shown rows have.
  var required: Flags { Flags(rawValue: rawValue).intersection(.all).subtracting(.dropped) }

  /// The flags that no shown row has.
  var excluded: Flags {
    var flags: Flags = []
    if contains(.open) { flags.formUnion(.closed) }
    if contains(.alive) { flags.insert(.dead) }
    return flags
  }

  /// Whether a row with these flags is shown; dropped ones only if asked for.
  package func accepts(_ flags: Flags) -> Bool {
    required.isSubset(of: flags) && excluded.isDisjoint(with: flags)
      && contains(.dropped) == flags.contains(.dropped)
  }
}
