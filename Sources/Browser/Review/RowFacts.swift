import ListModel
import NameSearch
import TerminalText

extension Browser.State {
  /// What is known of a row beside name, marks and detail, a line each.
  func facts(of target: Row) -> [String] {
    let remark = remarks[target.name] ?? Remark()
    var lines: [String] = []
    if let note = remark.note { lines.append("note: \(note)") }
    if target.flags.contains(.snoozed), let until = remark.until {
      lines.append("snoozed until \(until.local)")
    }
    if let decision = word(ofDecisionOn: target) {
      let time = remark.decidedAt.map { " since \($0.local)" } ?? ""
      let author = remark.decidedBy.map { $0.isEmpty ? "" : ", by \($0)" } ?? ""
      lines.append(decision + time + author)
    }
    if target.flags.contains(.changed), let earlier = remark.verdict {
      lines.append(
        "changed: it was \(earlier.word)\(whenAndAbout(remark)); = or :confirm to decide as before")
    }
    return lines
  }

  /// When a decision was made that does not count, about what, and by whom, which may be cut off.
  private func whenAndAbout(_ remark: Remark) -> String {
    let time = remark.decidedAt.map { " on \($0.localDate)" } ?? ""
    let about = remark.about.map { ", when it was \(shortened($0))" } ?? ""
    let author = remark.decidedBy.map { $0.isEmpty ? "" : " by \($0)" } ?? ""
    // With the revision that it has now, it is the row itself that was gone.
    if remark.about == remark.revision { return time + author + ", before it was dropped" }
    return time + about + (about.isEmpty || author.isEmpty ? author : "," + author)
  }

  /// The start of a revision, as git shows it.
  private func shortened(_ revision: String) -> String {
    let more = settings.glyphs == .unicode ? "…" : "..."
    return revision.count > 12 ? revision.prefix(12) + more : revision
  }

  /// The verdict of a decision that counts; where its word has not been read, what it means.
  func word(ofDecisionOn target: Row) -> String? {
    guard let known = VerdictClass(target.flags) else { return nil }
    if let verdict = remarks[target.name]?.verdict, verdict.class == known { return verdict.word }
    return settings.verdicts.isEmpty ? known.rawValue : nil
  }

  /// Verdict, author and age of a decision that counts, as the columns of a row.
  func decisionColumns(of target: Row) -> [String]? {
    guard let decision = word(ofDecisionOn: target), let remark = remarks[target.name],
      let time = remark.decidedAt
    else { return nil }
    return [decision, remark.decidedBy ?? "", time.age(at: remarksReadAt)]
  }

  /// What is shown of it behind the name.
  func shortFacts(of target: Row) -> String? {
    guard let remark = remarks[target.name] else { return nil }
    var parts: [String] = []
    if target.flags.contains(.snoozed), let until = remark.until {
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
