import ListModel
import NameSearch

/// A row of the table `row`.
struct RowState {
  /// Its key is ``Name/keyOfRow``.
  var name: Name
  var texts = RowTexts()

  /// The event that last added or returned the row.
  var since: Int64

  /// The event that dropped it; 0 if the row is in the list.
  var gone: Int64 = 0
  var said = Said()

  /// Flags that follow from other tables, as they were read.
  var otherFlags: Flags = []

  var isThere: Bool { gone == 0 }

  /// Whether the edit that added the row was undone, so that it counts as never added.
  var isAbsent: Bool { since == 0 }
}

extension RowState {
  /// Whether its decision counts: it must be about the row's present revision, and not older than
  /// the last time that the row was added.
  ///
  /// ``RowSQL/counts`` is the same rule in SQL.
  var isDecisionCounted: Bool { isDecisionCounted(at: texts.revision) }

  /// Whether its decision would count if the row had another revision, such as the one in an input.
  func isDecisionCounted(at revision: String?) -> Bool {
    guard let decided = said.decided else { return false }
    return StoredDecision.counts(
      about: said.about, isUnbroken: decided >= since, at: revision)
  }

  /// The decision for comparison with an input; `nil` without a decision, or if the flags suffice.
  var decisionToCompare: StoredDecision? {
    guard said.about != nil || texts.revision != nil, isThere,
      let verdict = said.verdict.flatMap({ Verdict(stored: $0) })
    else { return nil }
    return StoredDecision(
      verdict.class, about: said.about, isUnbroken: said.decided ?? 0 >= since)
  }

  /// The event that began its present state: its decision or the last time that it was added,
  /// whichever is later.
  var occasion: Int64 { max(said.decided ?? 0, since) }

  /// The verdict, if the decision counts.
  var verdict: Verdict? { verdict(at: texts.revision) }

  /// The verdict, if the decision counts for a revision.
  func verdict(at revision: String?) -> Verdict? {
    isDecisionCounted(at: revision) ? said.verdict.flatMap { Verdict(stored: $0) } : nil
  }

  /// Its stored state, as flags.
  var storedFlags: Flags {
    var flags: Flags = isThere ? [] : .dropped
    if let verdict { flags.formUnion(verdict.class.flag) }
    if isThere, said.verdict != nil, !isDecisionCounted { flags.insert(.changed) }
    return flags.union(said.flags)
  }

  /// `nil` if the row counts as never added.
  func flags(at now: Int64) -> Flags? {
    if isAbsent { return nil }
    var flags = storedFlags.union(otherFlags)
    if said.note != nil { flags.insert(.noted) }
    if let until = said.until, until > now { flags.insert(.snoozed) }
    return flags
  }
}

/// Parts of queries of the table `row`, which is called `r`.
enum RowSQL {
  /// Whether the decision of a row counts; ``RowState/isDecisionCounted`` is the same rule in Swift.
  static let counts = """
    (r.decided IS NOT NULL AND r.decided >= r.since AND r.about IS NOT DISTINCT FROM r.revision)
    """

  /// Whether a row has a decision that counts, with a verdict of a class; ``Verdict/stored`` ends
  /// with the class.
  static func isDecided(_ class: VerdictClass) -> String {
    let word = `class`.rawValue
    return "((r.verdict = '\(word)' OR r.verdict LIKE '%:\(word)') AND \(counts))"
  }

  static func isDecided(as verdict: Verdict) -> String {
    "(r.verdict = '\(verdict.stored)' AND \(counts))"
  }

  /// Counts the rows of a query for which a condition is true; zero if there are no rows.
  static func count(where condition: String) -> String {
    "CAST(coalesce(sum(CASE WHEN \(condition) THEN 1 ELSE 0 END), 0) AS bigint)"
  }

  static let isDecided = "(r.verdict IS NOT NULL AND \(counts))"

  /// ``Flags/isSnoozed``; `moment()` is the time of the statement.
  static let isSnoozed = "(r.until IS NOT NULL AND r.until > moment() AND NOT \(isDecided))"

  /// ``RowState/occasion``.
  static let occasion =
    "CASE WHEN r.decided IS NULL OR r.decided < r.since THEN r.since ELSE r.decided END"

  /// The columns of a ``StoredRow``.
  static let stored = "\(name), \(storedFlags), r.fields, r.section, r.revision, r.position"

  /// ``RowState/storedFlags`` as a number.
  static let storedFlags = """
    CASE WHEN r.gone > 0 THEN \(Flags.dropped.rawValue) ELSE 0 END
    | CASE WHEN \(isDecided(.dead)) THEN \(Flags.dead.rawValue)
        WHEN \(isDecided(.ok)) THEN \(Flags.ok.rawValue) ELSE 0 END
    | CASE WHEN r.verdict IS NOT NULL AND r.gone = 0 AND NOT \(counts)
        THEN \(Flags.changed.rawValue) ELSE 0 END
    | \(Said.flags("r."))
    """

  /// The flags that follow from other tables: the outcomes of the present state, and whether the last mirror
  /// added the row.
  static let otherFlags =
    "\(outcomeFlags) | \(newFlag(ofMirror: "(SELECT mirrored FROM list WHERE id = r.list)"))"

  private static let outcomeFlags = """
    coalesce((
      SELECT max(CASE WHEN o.status = 0 THEN 0 ELSE \(Flags.failed.rawValue) END)
        + max(CASE WHEN o.status = 0 THEN \(Flags.succeeded.rawValue) ELSE 0 END)
      FROM outcome AS o WHERE \(isOfRow("o"))), 0)
    """

  private static func newFlag(ofMirror mirrored: String) -> String {
    """
    CASE WHEN r.since > 0 AND r.since = \(mirrored) AND (r.verdict IS NULL OR \(counts))
      THEN \(Flags.new.rawValue) ELSE 0 END
    """
  }

  /// The condition that an outcome belongs to the present state of a row.
  static func isOfRow(_ outcome: String) -> String {
    "\(isOfOccasion(outcome)) AND \(outcome).revision = coalesce(r.revision, '')"
  }

  /// The condition of ``isOfRow(_:)`` for any revision.
  static func isOfOccasion(_ outcome: String) -> String {
    "\(outcome).list = r.list AND \(outcome).key = r.key AND \(outcome).occasion = \(occasion)"
  }

  /// The flags that follow from the row and the time as a number; `moment()` is the time of the statement.
  static let ownFlags = """
    \(storedFlags)
    | CASE WHEN r.note IS NULL THEN 0 ELSE \(Flags.noted.rawValue) END
    | CASE WHEN r.until IS NOT NULL AND r.until > moment() THEN \(Flags.snoozed.rawValue) ELSE 0 END
    """

  /// All flags of the rows of a list as a number.
  ///
  /// To look into the other tables for each row would take longer than to read the row.
  static func flags(in list: ListRecord, hasOutcomes: Bool) -> String {
    """
    \(ownFlags)
    \(hasOutcomes ? "| \(outcomeFlags)" : "")
    | \(newFlag(ofMirror: "\(list.mirrored)"))
    """
  }

  /// The condition of the index `said`, which has the rows with a decision, a mark or a drop.
  static let isSaid = "(\(Said.isAny("r.")) OR r.gone > 0)"

  /// The columns that ``Statement/rowName(at:)`` reads.
  static let name = "r.key, r.name, r.original"

  /// The columns that ``Statement/rowState`` reads.
  static let state = """
    \(name), r.fields, r.section, r.position, r.revision, r.since, r.gone, \(Said.list("r.")), \(otherFlags)
    """
}

extension Statement {
  /// The name of a row, from the columns `key, name, original` that begin at an index.
  ///
  /// - Throws: `SQLITE_CORRUPT` if a value is not valid. The statement is reset then.
  func rowName(at column: CInt) throws -> Name {
    let key = bytes(at: column)
    guard let kind = key.first else { throw try damage("a row without a key") }
    let rest = UnsafeRawBufferPointer(rebasing: key[1...])
    // The original text is enough, as the name is its normal form.
    let place = isNull(at: column + 2) ? column + 1 : column + 2
    do {
      if kind == UInt8(ascii: "=") {
        return try Name(validating: isNull(at: place) ? rest : bytes(at: place))
      }
      guard kind == UInt8(ascii: "#"), !isNull(at: place) else {
        throw try damage("a row without a name")
      }
      return try Name(validating: bytes(at: place)).known(by: Name(validating: rest).text)
    } catch let error as NameError {
      throw try damage("\(error)")
    }
  }

  private func damage(_ text: String) throws -> SQLiteError {
    try reset()
    return SQLiteError.corrupt(text)
  }

  /// The flags in the column with this index.
  ///
  /// - Throws: `SQLITE_CORRUPT` for an invalid number. The statement is reset then.
  func flags(at column: CInt) throws -> Flags {
    let number = number(at: column) ?? 0
    guard 0...Int64(Flags.all.rawValue) ~= number else {
      throw try damage("a row has invalid flags (\(number))")
    }
    return Flags(rawValue: Int(number))
  }

  /// A row, from the columns of ``RowSQL/stored``, which come first.
  func storedRow() throws -> StoredRow {
    StoredRow(
      name: try rowName(at: 0), flags: try flags(at: 3),
      texts: RowTexts(
        detail: text(at: 4), section: text(at: 5), revision: text(at: 6), position: number(at: 7)))
  }

  /// The state of a row, from the columns of ``RowSQL/state`` that begin at an index.
  func rowState(from column: CInt = 0) throws -> RowState {
    let end = column + 9 + CInt(Said.names.count)
    return RowState(
      name: try rowName(at: column),
      texts: RowTexts(
        detail: text(at: column + 3), section: text(at: column + 4), revision: text(at: column + 6),
        position: number(at: column + 5)),
      since: number(at: column + 7) ?? 0,
      gone: number(at: column + 8) ?? 0, said: Said(self, from: column + 9),
      otherFlags: try flags(at: end))
  }

  /// A number within the range that the store calculates with; others are clamped.
  func amount(at column: CInt) -> Int64? {
    number(at: column).map { min(max($0, 0), 1 << 60) }
  }

  /// The name of a list, from the columns for its place, name and original name that begin at an
  /// index.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the value is not a valid name. The statement is reset then.
  func listName(at column: CInt) throws -> ListName {
    do {
      let name = isNull(at: column + 2) ? column + 1 : column + 2
      return ListName(try Name(validating: bytes(at: name)), in: text(at: column) ?? "")
    } catch {
      throw try damage("\(error)")
    }
  }
}

extension Name {
  /// The key that a row is stored under: a byte for its kind, and its ID or else its name.
  var keyOfRow: String {
    sourceID.map { Table.keyOfID + $0 } ?? Table.keyOfName + text
  }

  /// The name, unless the key contains it.
  var storedName: String? { sourceID == nil ? nil : text }

  /// The original text, unless it is in normal form.
  var storedOriginal: String? { isAsItCame ? nil : original }

  /// Whether the original text is in normal form.
  private var isAsItCame: Bool { Self.areSameBytes(text, original) }

  /// Whether the original texts are the same bytes; equal names may differ in them.
  func isWritten(as other: Name) -> Bool { Self.areSameBytes(original, other.original) }

  /// Comparing `String.UTF8View`s would be slower.
  private static func areSameBytes(_ text: String, _ other: String) -> Bool {
    var (text, other) = (text, other)
    return text.withUTF8 { text in other.withUTF8 { text.elementsEqual($0) } }
  }
}
