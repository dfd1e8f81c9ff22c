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
  var isLiked = false

  /// The time and author of a decision that was imported.
  var toldAt: Int64?
  var toldBy: String?

  /// The columns in the tables, in this order.
  static let columns: [Table.Column] = [
    .maybeText("verdict"), .maybeNumber("decided"), .maybeText("about"), .maybeNumber("until"),
    .maybeText("note"), .maybeNumber("liked"), .maybeNumber("told_at"), .maybeText("told_by"),
  ]

  static let names = columns.map(\.name)

  /// The columns of the marks.
  static let marks = ["until", "note", "liked"]

  /// SQL for whether a row has a decision or a mark; the other columns belong to the decision.
  static func isAny(_ prefix: String) -> String {
    (["verdict"] + marks).map { "\(prefix)\($0) IS NOT NULL" }.joined(separator: " OR ")
  }

  /// The columns, as in `r.verdict, r.decided, …`.
  static func list(_ prefix: String) -> String {
    names.map { prefix + $0 }.joined(separator: ", ")
  }

  var values: [StoredValue] {
    [
      .init(verdict), .init(decided), .init(about), .init(until), .init(note),
      isLiked ? .number(1) : .null, .init(toldAt), .init(toldBy),
    ]
  }

  init() {}

  init(_ row: any Statement, from column: CInt) {
    verdict = row.text(at: column)
    decided = row.number(at: column + 1)
    about = row.text(at: column + 2)
    until = row.number(at: column + 3)
    note = row.text(at: column + 4)
    isLiked = row.number(at: column + 5) ?? 0 > 0
    toldAt = row.number(at: column + 6)
    toldBy = row.text(at: column + 7)
  }
}
