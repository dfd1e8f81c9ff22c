import ListModel
import TargetStore

/// What the printed formats tell of a row beside its name.
struct RowFacts {
  /// `open`, `dead` or `ok`.
  let decision: String
  let note: String?

  // In RFC 3339, UTC.
  let until: String?
  let decidedAt: String?
  let decidedBy: String?

  /// The verdict of a row that has changed.
  let earlier: String?
  let decidedRevision: String?
  let revision: String?

  init(of target: Row, _ remark: Remark?) {
    let flags = target.flags
    decision = flags.decision ?? "open"
    note = remark?.note?.text
    until = flags.contains(.snoozed) ? remark?.until?.exact : nil
    let isDecided = !flags.isDisjoint(with: .decided.union(.changed))
    earlier = flags.contains(.changed) ? remark?.verdict : nil
    decidedRevision = isDecided ? remark?.about : nil
    revision = remark?.revision
    decidedAt = isDecided ? remark?.decidedAt?.exact : nil
    decidedBy = isDecided ? remark?.decidedBy : nil
  }

  /// The outcomes of commands as a member of a JSON object; nothing if there are none.
  static func members(of outcomes: [Outcome]) -> String {
    if outcomes.isEmpty { return "" }
    let objects = outcomes.map { outcome in
      let message = outcome.message.map { ",\"message\":\(json: $0)" } ?? ""
      let author = outcome.author.map { ",\"by\":\(json: $0)" } ?? ""
      let status = outcome.status.map(String.init) ?? "null"
      return "{\"command\":\(json: outcome.command),\"status\":\(status),"
        + "\"at\":\(json: "\(outcome.time)")\(author)\(message)}"
    }
    return ",\"outcomes\":[\(objects.joined(separator: ","))]"
  }

  /// As members of a JSON object; what is not known is left out.
  var members: String {
    let others = [
      ("note", note), ("until", until), ("decidedAt", decidedAt), ("decidedBy", decidedBy),
      ("earlier", earlier), ("decidedRevision", decidedRevision), ("revision", revision),
    ]
    return "\"decision\":\"\(decision)\"" + (earlier == nil ? "" : ",\"changed\":true")
      + others.compactMap { key, value in value.map { ",\"\(key)\":\(json: $0)" } }.joined()
  }
}
