package import TerminalText

/// A flag of a row; this is its only declaration.
///
/// Sets of flags, filters and their words, options of commands, the content of stores and
/// snapshots, and the signs beside a row are derived from it.
package enum RowFlag: Int, CaseIterable, Sendable {
  // In the order of the help; the numbers are those of the bits in stores and snapshots.

  /// Decided: crossed off.
  case dead = 0

  /// Decided: reviewed, and to stay.
  case ok = 3

  case liked = 1

  /// Snoozed until a time in the future; ``Flags/isSnoozed`` tells whether that has an effect.
  case snoozed = 4

  /// With a note.
  case noted = 5

  /// A command for the row failed, is running, or its outcome is unknown.
  case failed = 6

  /// A command for the row succeeded.
  case succeeded = 7

  /// Added by the last mirror of the list.
  case new = 8

  /// Open again, because the decision is about another revision, or the row was absent in between.
  case changed = 9

  /// Hidden although its source still returns it; the name is not in the list.
  case dropped = 2
}

extension RowFlag {
  /// The word of the filter for this flag.
  package var word: String {
    switch self {
    case .dead: "dead"
    case .ok: "ok"
    case .liked: "liked"
    case .snoozed: "snoozed"
    case .noted: "noted"
    case .failed: "failed"
    case .succeeded: "succeeded"
    case .new: "new"
    case .changed: "changed"
    case .dropped: "dropped"
    }
  }

  /// Whether it depends only on the row; other flags depend on the time, or on other tables.
  var isStored: Bool {
    switch self {
    case .dead, .ok, .liked, .changed, .dropped: true
    case .snoozed, .noted, .failed, .succeeded, .new: false
    }
  }

  /// Whether the snapshot of a list stores it.
  ///
  /// A snooze ends by itself, and dropped rows are skipped.
  var isInSnapshot: Bool {
    switch self {
    case .dead, .ok, .liked, .noted, .failed, .succeeded, .new, .changed: true
    case .snoozed, .dropped: false
    }
  }

  /// The flags whose rows are counted, in the order of statistics; new ones go to the end, because of the printed
  /// formats.
  package static let counted: [RowFlag] = [.dead, .ok, .changed, .snoozed, .liked, .noted]

  /// Its symbol in front of a row, if it has one, and how that looks; only dead rows are red.
  package var sign: (unicode: String, ascii: String, style: Style)? {
    switch self {
    case .dead: ("†", "x", Style(foreground: .red))
    case .ok: ("✓", "o", Style(foreground: .green))
    case .snoozed: ("z", "z", Style(isDim: true))
    case .liked: ("♥", "+", Style(foreground: .magenta))
    case .changed: ("~", "~", Style(foreground: .yellow))
    case .noted, .failed, .succeeded, .new, .dropped: nil
    }
  }

  /// The flags whose symbols share a column in front of a row; the first that a row has is shown.
  ///
  /// A snooze has no effect on a decided row.
  private static let signedStates: [RowFlag] = [.dead, .ok, .snoozed, .changed]

  /// The columns of symbols; all other symbols share the second.
  static let signColumns = [
    signedStates, allCases.filter { $0.sign != nil && !signedStates.contains($0) },
  ]
}

/// A set of flags.
package struct Flags: OptionSet, Hashable, Sendable {
  package static let dead = Flags(.dead)
  package static let ok = Flags(.ok)
  package static let liked = Flags(.liked)
  package static let snoozed = Flags(.snoozed)
  package static let noted = Flags(.noted)
  package static let failed = Flags(.failed)
  package static let succeeded = Flags(.succeeded)
  package static let new = Flags(.new)
  package static let changed = Flags(.changed)
  package static let dropped = Flags(.dropped)

  /// All flags.
  package static let all = Flags(RowFlag.allCases)

  /// The decisions, which exclude each other.
  package static let decided: Flags = [.dead, .ok]

  /// The flags of rows that are not open.
  package static let closed: Flags = [.dead, .ok, .snoozed]

  /// The flags that are stored as such.
  package static let stored = Flags(RowFlag.allCases.filter(\.isStored))

  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package init(_ flag: RowFlag) {
    self.init(rawValue: 1 << flag.rawValue)
  }

  init(_ flags: [RowFlag]) {
    self = flags.reduce(into: []) { $0.insert(Flags($1)) }
  }
}

extension Flags {
  /// Whether nothing is decided, and no snooze has an effect.
  package var isOpen: Bool { isDisjoint(with: .closed) }

  /// Whether a snooze has an effect, as it does unless a decision counts.
  ///
  /// ``Show/excluded`` and `RowSQL.isSnoozed` have the same rule for filters and in SQL.
  package var isSnoozed: Bool { contains(.snoozed) && isDisjoint(with: .decided) }

  /// The class of the decision, in one word.
  package var decision: String? {
    contains(.dead) ? RowFlag.dead.word : contains(.ok) ? RowFlag.ok.word : nil
  }
}

extension Flags? {
  /// Whether a name with these flags is in the list: stored and not dropped.
  package var isListed: Bool { map { !$0.contains(.dropped) } ?? false }
}
