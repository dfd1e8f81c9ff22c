import ArgumentParser
import ListModel
import NameSearch
import Printing
import TargetStore
import TerminalText

/// Prints what was decided about a row, and what a run would do.
struct WhyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Print what was decided about a row, what was run, and what a run would do.",
    usage: "targets why [OPTIONS] NAME ...",
    discussion: """
      EXAMPLES:
        targets why -l ./branches feature/login
      """)

  @OptionGroup var names: EditedNames
  @OptionGroup(title: "Input") var strictness: StrictOption
  @OptionGroup(title: "Kept list") var store: StoreOptions

  func validate() throws {
    if names.given.isEmpty { throw ValidationError("a NAME is required") }
  }

  func run() async throws {
    let (opened, list) = (try store.open(), try store.listName())
    try await store.check(list, in: opened)
    let names = try await names.read(isStrict: strictness.strict)
    let outcomes = try await opened.outcomes(in: list)
    var output = Output(glyphs: Environment.glyphs)
    var isMissing = false
    for place in 0..<names.count {
      let name = names[place]
      let rows = try await opened.rows(called: name, in: list)
      if rows.isEmpty {
        complain("why: \(name.original): not in the list \(list.text)")
        isMissing = true
      }
      let remarks = try await opened.remarks(on: rows.map(\.0), in: list)
      for (row, flags) in rows {
        let reasons = RowReasons(
          name: row, list: list, flags: flags, remark: remarks[row] ?? Remark(),
          outcomes: outcomes[row] ?? [])
        for line in reasons.lines {
          try output.show(line: line)
          try output.write("\n")
        }
      }
    }
    try output.flush()
    if isMissing { throw ExitStatus.nothing }
  }
}

/// What is known of a row, in words.
struct RowReasons {
  let name: Name
  let list: ListName
  let flags: Flags
  let remark: Remark
  let outcomes: [Outcome]

  var lines: [String] {
    let id = name.idInSource.map { " (ID \($0))" } ?? ""
    var lines = ["\(name.original)\(id) in \(list.text): \(state)"]
    if let revision = remark.revision { lines.append("  its revision is \(revision)") }
    if let verdict = remark.verdict { lines.append("  \(decision(verdict.word))") }
    if flags.contains(.changed) { lines.append("  \(change)") }
    if flags.contains(.snoozed), let until = remark.until {
      lines.append("  snoozed until \(until.local)")
    }
    if let note = remark.note { lines.append("  note: \(note.oneLine)") }
    for outcome in outcomes { lines.append("  \(ending(outcome))") }
    lines.append("  \(future)")
    return lines
  }

  private var state: String {
    if flags.contains(.dropped) { return "dropped" }
    if let decision = flags.decision { return remark.verdict?.word ?? decision }
    if flags.contains(.changed) { return "open, changed since it was decided" }
    return flags.contains(.snoozed) ? "snoozed" : "open"
  }

  private func decision(_ verdict: String) -> String {
    let author = remark.decidedBy.map { $0.isEmpty ? "" : " by \($0)" } ?? ""
    let time = remark.decidedAt.map { " on \($0.local)" } ?? ""
    let about = remark.about.map { ", when its revision was \($0)" } ?? ""
    return "decided: \(verdict)\(author)\(time)\(about)"
  }

  /// Why the decision does not count.
  private var change: String {
    if remark.about == remark.revision {
      return "the decision does not count: the row was gone since then and came back"
    }
    let now = remark.revision.map { "its revision is \($0) now" } ?? "it has no revision now"
    return "the decision does not count: \(now)"
  }

  private func ending(_ outcome: Outcome) -> String {
    let author = outcome.author.map { $0.isEmpty ? "" : " by \($0)" } ?? ""
    let when = " on \(outcome.time.local)\(author)"
    let message = outcome.message.map { ": \($0)" } ?? ""
    switch outcome.status {
    case 0?: return "\(outcome.command): succeeded\(when)"
    case let status?: return "\(outcome.command): failed with status \(status)\(when)\(message)"
    case nil where outcome.isHeld:
      return
        "\(outcome.command): is being run\(author) since \(outcome.time.local), as run \(outcome.run)"
    case nil:
      return
        "\(outcome.command): unknown: a run\(author) was interrupted after \(outcome.time.local)"
    }
  }

  private var future: String {
    if flags.contains(.dropped) { return "run would leave it out: it is not in the list" }
    guard let filter = flags.decision.map({ "--" + $0 }) else {
      let why = flags.contains(.changed) ? "; targets confirm decides it as before" : ""
      return "run --dead and run --ok would leave it out: it is open\(why)"
    }
    let done = outcomes.filter { $0.status == 0 }.map(\.command)
    let unknown = outcomes.filter(\.isUnknown).map(\.command)
    let held = outcomes.filter(\.isHeld).map(\.command)
    var text = "run \(filter) would run a command for it"
    if !done.isEmpty { text += "; not again without --again: \(done.joined(separator: ", "))" }
    if !unknown.isEmpty {
      text += "; not without --retry-unknown: \(unknown.joined(separator: ", "))"
    }
    if !held.isEmpty { text += "; not now: \(held.joined(separator: ", "))" }
    return text
  }
}
