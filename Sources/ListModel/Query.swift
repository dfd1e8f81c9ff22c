package import NameSearch

/// A search: the names to search, and the rows to find.
package struct SearchRequest: Equatable, Sendable {
  package let index: NameIndex
  package let query: NameQuery
  package let show: Show

  /// The flags to filter by.
  package let flags: FlagTable

  /// The part of the rows that is wanted; `nil` for all.
  package let part: Part?

  /// The rows that are wanted by their names; `nil` for all.
  package var named: NamedRows?

  /// The notes, if they are searched.
  package let notes: NoteTexts?

  package init(
    index: NameIndex, query: NameQuery, show: Show, flags: FlagTable,
    part: Part? = nil, named: NamedRows? = nil, notes: NoteTexts? = nil
  ) {
    self.named = named
    self.part = part
    self.notes = notes
    self.index = index
    self.query = query
    self.show = show
    self.flags = flags
  }

  /// Equal if the results are equal; flags count only if they determine the wanted rows.
  package static func == (left: Self, right: Self) -> Bool {
    left.index.version == right.index.version && left.query == right.query
      && left.show == right.show && left.part == right.part && left.named == right.named
      && (left.notes == right.notes || left.query.isEmpty)
      && left.flags.dropRevision == right.flags.dropRevision
      && (left.show == .all || left.flags.revision == right.flags.revision)
  }
}

/// A filter of rows by their flags; several together show the rows that satisfy all of them.
package struct Show: OptionSet, Hashable, Sendable {
  package static let all: Show = []

  /// Neither decided nor snoozed.
  package static let open = Show(rawValue: 1 << 29)

  /// Open, snoozed or ok.
  package static let notDead = Show(rawValue: 1 << 30)

  /// Dead or ok.
  package static let decided = Show(rawValue: 1 << 28)

  package static let dead = Show(.dead)
  package static let ok = Show(.ok)
  package static let changed = Show(.changed)

  /// Neither dead nor ok, and snoozed.
  package static let snoozed = Show(.snoozed)

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
    [("all", .all), ("open", .open), ("decided", .decided), ("not-dead", .notDead)]
    + RowFlag.allCases.map { ($0.word, Show($0)) }

  /// The words that are options of commands.
  ///
  /// Dropped rows are not rows of a stored list, so `dropped` is not an option.
  package static let options = words.filter { $0.show != .all && $0.show != .dropped }.map(\.word)

  /// Reads filters separated by spaces; `nil` for an unknown filter or an empty text.
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

  /// The filters as words; `all` without a filter.
  package var text: String {
    let parts = Self.words.filter { $0.show != .all && contains($0.show) }.map(\.word)
    return parts.isEmpty ? "all" : parts.joined(separator: " ")
  }

  /// The filter that the key for the next filter selects.
  package var next: Show {
    let cycle: [Show] = [.all, .open, .notDead, .dead, .ok]
    guard let here = cycle.firstIndex(of: self) else { return .all }
    return cycle[(here + 1) % cycle.count]
  }

  /// The flags that all shown rows have.
  var required: Flags { Flags(rawValue: rawValue).intersection(.all).subtracting(.dropped) }

  /// The flags that no shown row has.
  var excluded: Flags {
    var flags: Flags = []
    if contains(.open) { flags.formUnion(.closed) }
    if contains(.notDead) { flags.insert(.dead) }
    if contains(.snoozed) { flags.formUnion(.decided) }
    return flags
  }

  /// Its filters for decisions: a command starts only if the row still passes them.
  package var ofDecisions: Show { intersection([.dead, .ok, .decided, .changed]) }

  /// The first two of its filters that contradict each other; `nil` if a row can pass all.
  package var contradiction: (String, String)? {
    let pairs: [(Show, Show)] = [
      (.dead, .ok), (.dead, .open), (.dead, .notDead), (.dead, .changed), (.ok, .open),
      (.ok, .changed), (.decided, .open), (.decided, .changed), (.open, .snoozed),
      (.dead, .snoozed), (.ok, .snoozed), (.decided, .snoozed),
    ]
    return pairs.first { contains($0) && contains($1) }.map { ($0.text, $1.text) }
  }

  /// Whether a row with these flags is shown; dropped rows only if requested.
  package func accepts(_ flags: Flags) -> Bool {
    required.isSubset(of: flags) && excluded.isDisjoint(with: flags)
      && !(contains(.decided) && flags.isDisjoint(with: .decided))
      && contains(.dropped) == flags.contains(.dropped)
  }
}

/// Rows that are selected by name, even if they change.
package final class NamedRows: Equatable, Sendable {
  let names: Set<Name>

  package init(_ names: Set<Name>) { self.names = names }

  /// Whether both are the same object, which is enough here and takes O(1).
  package static func == (left: NamedRows, right: NamedRows) -> Bool { left === right }

  package func contains(_ name: Name) -> Bool { names.contains(name) }
}

/// A part of the rows, for people who share a list.
package struct Part: Hashable, Sendable {
  /// The number of the part, from 1.
  package let number: Int
  package let of: Int

  /// Reads a text such as `2/3`; `nil` if the text has another form.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 2, let number = Int(numbers[0]), let of = Int(numbers[1]),
      (1...1_000).contains(of), (1...of).contains(number)
    else { return nil }
    (self.number, self.of) = (number, of)
  }

  /// Whether a row is in this part, by a hash of its ID, or else its name, that is the same on each
  /// machine.
  func contains(_ name: Name) -> Bool {
    let hash = (name.sourceID ?? name.text).checksum
    return Int(hash % UInt64(of)) == number - 1
  }
}

/// The notes on rows, which are searched together with the rows' details.
package struct NoteTexts: Equatable, Sendable {
  /// The rows with a note.
  ///
  /// The note comes before the other facts.
  private let index: NameIndex

  /// Takes the facts about rows, and the names with their details.
  ///
  /// - Complexity: O(*m* log *n*) for *m* remarks and *n* names.
  package init(_ remarks: [Name: Remark], of names: NameIndex) {
    var rows = NameBatch()
    for (name, remark) in remarks {
      guard let note = remark.note else { continue }
      let detail = names.row(of: name).flatMap { names.detail(at: $0) }
      rows.append(name, detail: [note.oneLine, detail].compactMap { $0 }.joined(separator: " "))
    }
    index = NameIndex(order: NameOrder()).adding(rows)
  }

  package var isEmpty: Bool { index.isEmpty }

  /// The rows of an index that match a query by their notes and details; `nil` when cancelled.
  package func rows(
    matching query: NameQuery, in names: NameIndex, isCancelled: () -> Bool
  ) -> RowSet? {
    index.matches(query, isCancelled: isCancelled).map { rows($0, in: names) }
  }

  /// The rows of an index that have a note.
  package func rows(in names: NameIndex) -> RowSet {
    rows(RowSet(all: index.count), in: names)
  }

  private func rows(_ rows: RowSet, in names: NameIndex) -> RowSet {
    RowSet(rowCount: names.count, rows.compactMap { names.row(of: index.name(at: $0)) })
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.index.version == right.index.version
  }
}
