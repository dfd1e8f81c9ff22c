package import ListModel

/// The filter of rows by their flags; several together show the rows that are all of these.
package struct Show: OptionSet, Hashable, Sendable {
  package static let all: Show = []

  /// Neither decided nor snoozed.
  package static let open = Show(rawValue: 1)

  /// Not dead.
  package static let alive = Show(rawValue: 2)

  package static let dead = Show(rawValue: 4)
  package static let spared = Show(rawValue: 8)
  package static let liked = Show(rawValue: 16)
  package static let snoozed = Show(rawValue: 32)
  package static let noted = Show(rawValue: 64)

  /// Those for which a command has failed, or ended well.
  package static let failed = Show(rawValue: 128)
  package static let done = Show(rawValue: 256)

  /// What the last mirror of another list has brought.
  package static let new = Show(rawValue: 512)

  /// The rows that no other filter shows.
  package static let dropped = Show(rawValue: 1_024)

  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension Show {
  /// The words for the filters, in the order of the help.
  package static let words: [(word: String, show: Show)] = [
    ("all", .all), ("open", .open), ("alive", .alive), ("dead", .dead), ("spared", .spared),
    ("liked", .liked), ("snoozed", .snoozed), ("noted", .noted), ("failed", .failed),
    ("done", .done), ("new", .new), ("dropped", .dropped),
  ]

  /// Reads words with blanks between them; `nil` if one of them is none, or there is none.
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
  var required: Flags {
    let flags: [(Show, Flags)] = [
      (.dead, .dead), (.spared, .spared), (.liked, .liked), (.snoozed, .snoozed),
      (.noted, .noted), (.failed, .failed), (.done, .done), (.new, .new),
    ]
    return flags.reduce(into: Flags()) { if contains($1.0) { $0.insert($1.1) } }
  }

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
