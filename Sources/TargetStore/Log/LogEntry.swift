package import ListModel
package import NameSearch

/// Something that was done to a row of a list, a large import, or an undo.
package struct LogEntry: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case dead, ok, reopened, liked, unliked, snoozed, woken, noted, added, dropped
    case updated, succeeded, failed, undone, redone, recipe, archived
  }

  /// The rows that events after a version have changed.
  package var number: Int64 = 0

  /// `nil` if it is not known.
  package var time: Moment?
  package var author: String?

  /// On a server, the database role of the author.
  package var role: String?
  package var kind: Kind

  /// The word of a decision, and the revision of the row that it is about.
  package var verdict: String?
  package var revision: String?

  /// The time and author of a decision, as an imported file gives them.
  package var decidedAt: Moment?
  package var decidedBy: String?

  /// The row's name; `nil` for rows that are not listed individually.
  package var name: Name?

  /// The number of rows: 1 for entries with a name; for an archive, the number of its entries.
  package var count = 1

  /// The note stored with it; for a snooze, also its end.
  package var note: Note?
  package var removesNote = false
  package var until: Moment?

  /// The command that ended, or the text of the recipe; `nil` if the recipe was removed.
  package var command: String?

  /// The text of the previous recipe; `nil` if there was none, or it was archived.
  package var earlierRecipe: String?

  /// The edit that it undoes or redoes.
  package var undoes: Int64?

  /// The edit that undid it, unless it was redone.
  package var undoneBy: Int64?

  /// The checksum of the input that the rows came from, or of the file of an archive.
  package var checksum: String?

  /// The row after the edit, if the entry is read for an archive.
  package var row: LoggedRow?

  /// The key of a row, and its decision and marks: the columns of the table that are not NULL.
  package struct LoggedRow: Hashable, Sendable {
    package let key: String
    package let said: [Value]

    package struct Value: Hashable, Sendable {
      package let name: String
      package let text: String?
      package let number: Int64?
    }
  }
}

/// A request for entries of a log, newest first.
package struct LogRequest: Sendable {
  /// The wanted rows; a name without an ID means every row with its text, an empty array all rows.
  package var names: [Name]
  package var since: Moment?
  package var author: String?
  package var limit: Int

  package struct Cursor: Hashable, Sendable {
    var number: Int64

    /// The key of the last row; `nil` if all rows of the event were read.
    var key: String?
  }

  /// The entry to continue after; `nil` for the newest.
  package var cursor: Cursor?

  /// Whether every event has an entry, and every row that an undo changed has one, too.
  var isArchive = false

  package init(
    names: [Name] = [], since: Moment? = nil, author: String? = nil, limit: Int
  ) {
    self.names = names
    self.since = since
    self.author = author
    self.limit = limit
  }
}

/// The parts of a fact that determine its name in the log.
struct FactShape {
  let isDecided: Bool
  let before: String?
  let after: String?

  /// The marks that are flags, before and after.
  let flagsBefore: Flags
  let flagsAfter: Flags

  /// 0 if the snooze is unchanged, 1 if it was removed.
  let until: Int64

  /// 0 if the note is unchanged, 1 if it was removed.
  let note: Int64
  let presence: Int64?
  let status: Int64?

  /// The expressions that read it; the fact is `f`.
  static let columns = [
    "CASE WHEN f.after_decided IS DISTINCT FROM f.before_decided THEN 1 ELSE 0 END",
    "f.before_verdict", "f.after_verdict",
    "(\(Said.flags("f.before_")))", "(\(Said.flags("f.after_")))",
    """
    CASE WHEN f.before_until IS NOT DISTINCT FROM f.after_until THEN 0
      WHEN f.after_until IS NULL THEN 1 ELSE 2 END
    """,
    """
    CASE WHEN f.before_note IS NOT DISTINCT FROM f.after_note THEN 0
      WHEN f.after_note IS NULL THEN 1 ELSE 2 END
    """, "f.presence", "f.status",
  ]

  init(_ row: any Statement, from column: CInt) {
    isDecided = row.number(at: column) == 1
    (before, after) = (row.text(at: column + 1), row.text(at: column + 2))
    flagsBefore = Flags(rawValue: Int(row.number(at: column + 3) ?? 0))
    flagsAfter = Flags(rawValue: Int(row.number(at: column + 4) ?? 0))
    until = row.number(at: column + 5) ?? 0
    note = row.number(at: column + 6) ?? 0
    (presence, status) = (row.number(at: column + 7), row.number(at: column + 8))
  }

  private var gained: Flags { flagsAfter.subtracting(flagsBefore) }
  private var lost: Flags { flagsBefore.subtracting(flagsAfter) }

  var kind: LogEntry.Kind {
    if let status { return status == 0 ? .succeeded : .failed }
    if isDecided, let after { return Verdict(stored: after)?.class == .dead ? .dead : .ok }
    if presence == 0 { return .dropped }
    if let kind = LogEntry.Kind(gained: gained) { return kind }
    if presence == 1 { return .added }
    if before != nil, after == nil { return .reopened }
    if let kind = LogEntry.Kind(lost: lost) { return kind }
    if until > 0 { return until == 1 ? .woken : .snoozed }
    return note > 0 ? .noted : .updated
  }

  /// What remains of the fact, with its `note`, after its decision was replaced or removed.
  func kindBesideDecision(now said: Said, note text: String?) -> LogEntry.Kind? {
    if let kind = LogEntry.Kind(gained: gained.intersection(said.flags)) { return kind }
    if presence == 1 { return .added }
    if let kind = LogEntry.Kind(lost: lost.subtracting(said.flags)) { return kind }
    if until > 1, said.until != nil { return .snoozed }
    return note > 1 && said.note == text ? .noted : nil
  }

  /// The change, in one word: the verdict's if the row was decided.
  var word: String {
    if status == nil, isDecided, let after {
      return Verdict(stored: after)?.word ?? after
    }
    return kind == .noted && note == 1 ? "no longer noted" : kind.word
  }
}

extension LogEntry.Kind {
  /// The entries for each mark that is a flag: when a row gains it, and when it loses it.
  static let marks: [(flag: RowFlag, gained: Self, lost: Self)] = [(.liked, .liked, .unliked)]

  /// The entry for a row that gained a mark; `nil` if it gained none.
  fileprivate init?(gained flags: Flags) {
    guard let mark = Self.marks.first(where: { flags.contains(Flags($0.flag)) }) else { return nil }
    self = mark.gained
  }

  /// The entry for a row that lost a mark; `nil` if it lost none.
  fileprivate init?(lost flags: Flags) {
    guard let mark = Self.marks.first(where: { flags.contains(Flags($0.flag)) }) else { return nil }
    self = mark.lost
  }

  /// The word for messages; remaining cases are a changed detail, section or name.
  package var word: String {
    if let mark = Self.marks.first(where: { $0.lost == self }) {
      return "no longer \(mark.flag.word)"
    }
    return self == .updated ? "changed" : rawValue
  }
}
