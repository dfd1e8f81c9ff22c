import ShellText
import CommandRunning
import ListModel
import NameSearch
import TargetStore

/// The facts about a row and its decisions, in words.
struct RowReasons {
  let name: Name
  let list: ListName
  private let flags: Flags

  /// Whether the list does not have the row, and only knows outcomes of it as a row of an input.
  private let isUnlisted: Bool
  let remark: Remark

  /// The columns without a role, in the form of ``Fields``.
  let detail: String?

  /// The outcomes for its present and earlier states, oldest first.
  let outcomes: [OutcomeOfState]

  /// `nil` if the list has no recipe.
  let recipe: ListRecipe?

  /// `flags` is `nil` for a row that the list does not have.
  init(
    name: Name, list: ListName, flags: Flags?, remark: Remark, detail: String?,
    outcomes: [OutcomeOfState], recipe: ListRecipe?
  ) {
    (self.name, self.list, self.remark, self.detail) = (name, list, remark, detail)
    (self.flags, isUnlisted) = (flags ?? [], flags == nil)
    (self.outcomes, self.recipe) = (outcomes, recipe)
  }

  var lines: [String] {
    var lines = ["\(name.originalWithID) in \(list.text): \(state)"]
    if let revision = remark.revision { lines.append("  its revision is \(revision)") }
    if let verdict = remark.verdict { lines.append("  \(decision(verdict.word))") }
    if flags.contains(.changed) { lines.append("  \(change)") }
    if flags.isSnoozed, let until = remark.until {
      lines.append("  snoozed until \(until.local)")
    }
    if let note = remark.note { lines.append("  note: \(note.oneLine)") }
    for known in outcomes { lines.append("  \(occasion(of: known))\(ending(known.outcome))") }
    return lines + future.map { "  \($0)" }
  }

  private var state: String {
    if isUnlisted { return "not in the list" }
    if flags.contains(.dropped) { return "dropped" }
    if let decision = flags.decision { return remark.verdict?.word ?? decision }
    if flags.contains(.changed) { return "open, changed since it was decided" }
    return flags.isSnoozed ? "snoozed" : "open"
  }

  private func decision(_ verdict: String) -> String {
    let author = remark.decider.map { " by \($0)" } ?? ""
    let time = remark.decidedAt.map { " on \($0.local)" } ?? ""
    // If both revisions are equal, naming the earlier one would be confusing.
    let earlier = remark.about == remark.revision ? nil : remark.about
    let about = earlier.map { ", when its revision was \($0)" } ?? ""
    return "decided: \(verdict)\(author)\(time)\(about)"
  }

  /// Why the decision does not count.
  private var change: String {
    if remark.about == remark.revision {
      // With its revision, a row that comes back is decided as it was, unless a command has dealt with it.
      let cause = remark.revision == nil ? "" : "a command has run for it, and "
      return "the decision does not count: \(cause)the row was dropped since then and came back"
    }
    let now = remark.revision.map { "its revision is \($0) now" } ?? "it has no revision now"
    return "the decision does not count: \(now)"
  }
}

// MARK: Outcomes

extension RowReasons {
  /// The earlier state that an outcome belongs to; empty for the present state.
  private func occasion(of known: OutcomeOfState) -> String {
    if known.isPresent { return "" }
    guard let revision = known.revision, revision != remark.revision else {
      return "on an earlier state: "
    }
    return "when its revision was \(revision): "
  }

  private func ending(_ outcome: Outcome) -> String {
    let author = outcome.author.map { $0.isEmpty ? "" : " by \($0)" } ?? ""
    let when = " on \(outcome.time.local)\(author)"
    let message = outcome.message.map { ": \($0)" } ?? ""
    switch outcome.status {
    case 0?: return "\(outcome.command): succeeded\(when)"
    case let status?: return "\(outcome.command): failed with status \(status)\(when)\(message)"
    case nil where outcome.isHeld:
      let since = "since \(outcome.time.local), as run \(outcome.run)"
      return "\(outcome.command): running\(author) \(since)"
    case nil:
      return
        "\(outcome.command): unknown: a run\(author) was interrupted or released after \(outcome.time.local)"
    }
  }
}

// MARK: Runs to come

extension RowReasons {
  /// What runs would do now, one line per command.
  private var future: [String] {
    if isUnlisted { return ["run would take it only from --input: it is not in the list"] }
    if flags.contains(.dropped) { return ["run would skip it: it was dropped from the list"] }
    let present = outcomes.filter(\.isPresent).map(\.outcome)
    guard let decision = flags.decision else {
      let isSnoozed = flags.isSnoozed
      let why = flags.contains(.changed) ? "; targets confirm decides it as before" : ""
      let filter = isSnoozed ? "--snoozed" : "--open"
      return [
        "run --dead and run --ok would skip it: it is \(isSnoozed ? "snoozed" : "open")\(why)"
      ]
        + present.map { line($0, "run \(filter) -- \($0.command)") }
    }
    let actions = (try? recipe?.recipe.actions) ?? []
    let action = actions.first { action in
      action.class.rawValue == decision && action.verdicts?.accepts(remark.verdict) ?? true
    }
    let own = action.map { ShellLine($0.command).text }
    let others = present.filter { $0.command != own }
    var lines: [String] = []
    if let action, let own {
      lines.append(line(action, own, "run --\(decision)", present.first { $0.command == own }))
    } else if !actions.isEmpty {
      let verdict = remark.verdict?.word ?? decision
      lines.append("run --\(decision) would skip it: the recipe has no command for \(verdict)")
    }
    lines += others.map { line($0, "run --\(decision) -- \($0.command)") }
    if lines.isEmpty { lines.append("run --\(decision) -- COMMAND would run for it") }
    return lines
  }

  /// What a run of the recipe would do now.
  private func line(
    _ action: Recipe.Action, _ command: String, _ call: String, _ outcome: Outcome?
  ) -> String {
    if let outcome, outcome.status == 0 || outcome.status == nil { return line(outcome, call) }
    let row = CommandRow(
      name: name.original, id: name.idInSource, detail: detail.map { Fields.detail(of: $0) },
      note: remark.note?.text, revision: remark.revision)
    do {
      _ = try CommandTemplate(action.command).arguments(for: row)
    } catch {
      return "\(call) would refuse it: \(error)"
    }
    let approval =
      recipe?.approval.isGiven == false ? ", once its recipe is approved" : ""
    let again = outcome == nil ? "" : " again, because it failed"
    return "\(call) would run \(command) for it\(again)\(approval)"
  }

  /// What a run of a command that has an outcome would do now.
  private func line(_ outcome: Outcome, _ call: String) -> String {
    switch outcome.status {
    case 0?: "\(call) would skip it: its command has succeeded; use --again to repeat it"
    case _?: "\(call) would run for it again, because it failed"
    case nil where outcome.isHeld: "\(call) would skip it: its command is running"
    case nil: "\(call) would skip it: its outcome is unknown; use --retry-unknown to repeat it"
    }
  }
}
