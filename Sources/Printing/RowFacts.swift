import JSON
import ListModel
import TargetStore

/// What the printed formats tell of a row beside its name, in the order of their fields.
struct RowFacts {
  /// `open`, `dead` or `ok`.
  let `class`: String

  /// The verdict, if it counts.
  let verdict: String?

  /// The verdict of a row that has changed.
  let earlier: String?
  let isChanged: Bool
  let isLiked: Bool
  let note: String?

  // Times are in RFC 3339, UTC.
  let until: String?
  let decidedAt: String?
  let decidedBy: String?
  let decidedRevision: String?
  let revision: String?

  init(of row: Row, _ remark: Remark?) {
    let flags = row.flags
    `class` = flags.decision ?? "open"
    isChanged = flags.contains(.changed)
    isLiked = flags.contains(.liked)
    verdict = flags.decision.map { remark?.verdict?.word ?? $0 }
    earlier = isChanged ? remark?.verdict?.word : nil
    note = remark?.note?.text
    until = flags.contains(.snoozed) ? remark?.until?.exact : nil
    let isDecided = !flags.isDisjoint(with: .decided.union(.changed))
    decidedAt = isDecided ? remark?.decidedAt?.exact : nil
    decidedBy = isDecided ? remark?.decidedBy : nil
    decidedRevision = isDecided ? remark?.about : nil
    revision = remark?.revision
  }

  static let names = [
    "class", "verdict", "changed", "earlier", "liked", "note", "until", "decidedAt", "decidedBy",
    "decidedRevision", "revision",
  ]

  /// The values of the fields that ``names`` names.
  var values: [String?] {
    [
      `class`, verdict, isChanged ? "true" : nil, earlier, isLiked ? "true" : nil, note, until,
      decidedAt, decidedBy, decidedRevision, revision,
    ]
  }

  /// Those of the fields that are truth values.
  private static let truths: Set = ["changed", "liked"]

  /// As members of a JSON object; what is not known is left out.
  var members: String {
    zip(Self.names, values).compactMap { name, value in
      value.map { Self.truths.contains(name) ? "\"\(name)\":true" : "\"\(name)\":\(json: $0)" }
    }.joined(separator: ",")
  }

  /// The outcomes of commands as a member of a JSON object; nothing if there are none.
  static func members(of outcomes: [Outcome]) -> String {
    if outcomes.isEmpty { return "" }
    let objects = outcomes.map { outcome in
      let message = outcome.message.map { ",\"message\":\(json: $0)" } ?? ""
      let author = outcome.author.map { ",\"by\":\(json: $0)" } ?? ""
      let status = outcome.status.map { ",\"status\":\($0)" } ?? ""
      return "{\"command\":\(json: outcome.command)\(status)\(message)"
        + ",\"at\":\(json: "\(outcome.time)")\(author)}"
    }
    return ",\"outcomes\":[\(objects.joined(separator: ","))]"
  }
}
