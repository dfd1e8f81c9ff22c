import ListModel
import TargetStore

/// The facts about a row that the printed formats show after its name.
struct RowFacts {
  /// `open`, `dead` or `ok`.
  let `class`: String

  /// The verdict, if it counts.
  let verdict: String?

  /// The verdict of a row that has changed.
  let earlier: String?
  let note: String?

  /// Whether the row is snoozed; `until` is also set if the snooze has no effect.
  let isSnoozed: Bool

  // Times are in RFC 3339, UTC.
  let until: String?
  let decidedAt: String?
  let decidedBy: String?
  let decidedRevision: String?
  let decidedRole: String?
  let revision: String?

  init(of row: Row, _ remark: Remark?) {
    let flags = row.flags
    `class` = flags.decision ?? "open"
    verdict = flags.decision.map { remark?.verdict?.word ?? $0 }
    earlier = flags.contains(.changed) ? remark?.verdict?.word : nil
    note = remark?.note?.text
    isSnoozed = flags.isSnoozed
    until = flags.contains(.snoozed) ? remark?.until?.exact : nil
    let isDecided = !flags.isDisjoint(with: .decided.union(.changed))
    decidedAt = isDecided ? remark?.decidedAt?.exact : nil
    decidedBy = isDecided ? remark?.decidedBy : nil
    decidedRevision = isDecided ? remark?.about : nil
    decidedRole = isDecided ? remark?.decidedRole : nil
    revision = remark?.revision
  }
}
