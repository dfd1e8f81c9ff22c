import ListModel

/// The decision and the marks of a row.
struct Said: Equatable {
  /// The word of the decision, even if the decision does not count.
  var verdict: String?

  /// The event of the decision, and the revision that the decision is about.
  var decided: Int64?
  var about: String?

  /// The end of a snooze.
  var until: Int64?
  var note: String?

  /// The marks that are flags: those of ``flagColumns``.
  var flags: Flags = []

  /// The time and author of a decision that was imported.
  var toldAt: Int64?
  var toldBy: String?

  /// The marks that are flags, each with its column: 1, or NULL without the mark.
  static let flagColumns: [(flag: RowFlag, name: String)] = [(.liked, "liked")]

  static let allFlags = Flags(flagColumns.map { Flags($0.flag) })

  static func column(of flag: RowFlag) -> String? { flagColumns.first { $0.flag == flag }?.name }

  /// The columns in the tables, in this order.
  static let columns: [Table.Column] =
    [
      .maybeText("verdict"), .maybeNumber("decided"), .maybeText("about"), .maybeNumber("until"),
      .maybeText("note"),
    ] + flagColumns.map { .maybeNumber($0.name) } + [
      .maybeNumber("told_at"), .maybeText("told_by"),
    ]

  static let names = columns.map(\.name)

  /// The columns of the marks.
  static let marks = ["until", "note"] + flagColumns.map(\.name)

  /// SQL for whether a row has a decision or a mark; the other columns belong to the decision.
  static func isAny(_ prefix: String) -> String {
    (["verdict"] + marks).map { "\(prefix)\($0) IS NOT NULL" }.joined(separator: " OR ")
  }

  /// The columns, as in `r.verdict, r.decided, …`.
  static func list(_ prefix: String) -> String {
    names.map { prefix + $0 }.joined(separator: ", ")
  }

  /// SQL for ``flags`` as a number.
  static func flags(_ prefix: String) -> String {
    flagColumns.map {
      "CASE WHEN \(prefix)\($0.name) > 0 THEN \(Flags($0.flag).rawValue) ELSE 0 END"
    }
    .joined(separator: " | ")
  }

  var values: [StoredValue] {
    [.init(verdict), .init(decided), .init(about), .init(until), .init(note)]
      + Self.flagColumns.map { flags.contains(Flags($0.flag)) ? .number(1) : .null }
      + [.init(toldAt), .init(toldBy)]
  }

  init() {}

  init(_ row: any Statement, from column: CInt) {
    verdict = row.text(at: column)
    decided = row.number(at: column + 1)
    about = row.text(at: column + 2)
    until = row.number(at: column + 3)
    note = row.text(at: column + 4)
    var next = column + 5
    for (flag, _) in Self.flagColumns {
      if row.number(at: next) ?? 0 > 0 { flags.insert(Flags(flag)) }
      next += 1
    }
    toldAt = row.number(at: next)
    toldBy = row.text(at: next + 1)
  }
}
