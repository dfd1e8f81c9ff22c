import ListModel
import NameSearch
import TerminalText

extension Browser.State {
  /// The facts about a row other than its name, marks and detail, one per line.
  func facts(of target: Row) -> [String] {
    let remark = facts.remarks[target.name] ?? Remark()
    var lines: [String] = []
    if let note = remark.note { lines.append("note: \(note)") }
    if target.flags.isSnoozed, let until = remark.until {
      lines.append("snoozed until \(until.local)")
    }
    if let decision = word(ofDecisionOn: target) {
      let time = remark.decidedAt.map { " since \($0.local)" } ?? ""
      let author = remark.decider.map { ", by \($0)" } ?? ""
      lines.append(decision + time + author)
    }
    if target.flags.contains(.changed), let earlier = remark.verdict {
      lines.append(
        "changed: it was \(earlier.word)\(whenAndAbout(remark)); = or :confirm to decide as before")
    }
    return lines
  }

  /// The time, subject and author of a decision that does not count; the end may be cut off.
  private func whenAndAbout(_ remark: Remark) -> String {
    let time = remark.decidedAt.map { " on \($0.shortDate(at: facts.readAt))" } ?? ""
    let about = remark.about.map { ", when it was \(shortened($0))" } ?? ""
    let author = remark.decider.map { " by \($0)" } ?? ""
    // The revision is the same, so the row was absent in between.
    if remark.about == remark.revision { return time + author + ", before it was dropped" }
    return time + about + (about.isEmpty || author.isEmpty ? author : "," + author)
  }

  /// The start of a revision, as git shows it.
  private func shortened(_ revision: String) -> String {
    let more = settings.glyphs == .unicode ? "…" : "..."
    return revision.count > 12 ? revision.prefix(12) + more : revision
  }

  /// The verdict of a decision that counts; if its word has not been read yet, its class.
  func word(ofDecisionOn target: Row) -> String? {
    guard let known = VerdictClass(target.flags) else { return nil }
    if let verdict = facts.remarks[target.name]?.verdict, verdict.class == known {
      return verdict.word
    }
    return settings.verdicts.isEmpty ? known.rawValue : nil
  }

  /// Verdict, author and age of a decision that counts, as the columns of a row.
  func decisionColumns(of target: Row) -> [String]? {
    guard let decision = word(ofDecisionOn: target), let remark = facts.remarks[target.name],
      let time = remark.decidedAt
    else { return nil }
    return [decision, remark.decidedBy ?? "", time.age(at: facts.readAt)]
  }

  /// The facts that the list shows after the name.
  func shortFacts(of target: Row) -> String? {
    guard let remark = facts.remarks[target.name] else { return nil }
    var parts: [String] = []
    if target.flags.isSnoozed, let until = remark.until {
      parts.append("until \(until.localDate)")
    }
    if target.flags.contains(.changed), let earlier = remark.verdict {
      parts.append(earlier.word + whenAndAbout(remark))
    }
    if let note = remark.note {
      parts.append(note.oneLine)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }
}
