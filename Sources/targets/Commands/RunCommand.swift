import Printing
import CommandSyntax
import Browser
import CommandRunning
import Files
import Glibc
import ListLoading
import ListModel
import NameSearch
import TargetStore
import TerminalText
import Substrings

/// Runs a command for each of the selected rows.
struct RunCommand: ProgramCommand, RowsCommand {
  static let about = CommandText(
    "run", "Run a command for each matching row.",
    usage: """
      targets run [OPTIONS] [QUERY ...] -- COMMAND ...
      targets run [OPTIONS] --all -- COMMAND ...
      targets run [OPTIONS] --dead
      targets run -l LIST --release RUN
      """,
    discussion: """
      The command runs without a shell. {} stands for the name, and {id}, {detail}, {note} and {revision} for \
      the other fields of the row; without any of them, the name is the last argument. \\{} is a literal {}. A \
      name that starts with - is refused unless -- stands before it. A placeholder is refused in a word that \
      another program would read as a script, such as sh -c 'echo {}'; write sh -c 'echo "$1"' sh {}. Rows of \
      --input are run as they are there, whether or not the list has them; their decisions are those of the \
      list, and rows that were dropped from it are skipped. Several runs can work side by side: each row is \
      run by one of them. On a terminal, run says what it will do and asks, unless --yes is given. Without a \
      COMMAND, the list's recipe has one for the verdict of each row.

      EXAMPLES:
        targets run -l ./branches --dead
        targets run -l ./branches --dead -n -- git push --force-with-lease={}:{revision} . :refs/heads/{}
        targets run --list images --dead -n -- docker rmi {id}

      Exit status: 0 no row failed; 1 some failed or were refused, or no row matched; 2 wrong usage, the command \
      cannot be started, or the store failed; 130 interrupted.
      """)

  var query: [String] = []

  var all = false

  var dryRun = false

  var jobs = 1

  var stopsAtFailure = false

  var maxFailures: Int?

  /// The number of failures after which the run stops; `nil` for no limit.
  private var mostFailures: Int? { stopsAtFailure ? 1 : maxFailures }

  var yes = false

  var refresh = false

  var again = false

  var retryUnknown = false

  var release: Int64?

  var allowDash = false

  var allowShell = false

  var rows = RowOptions()

  /// The command to run, which is not parsed.
  private var command: [String] = []

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("QUERY", help: "Only rows that match; targets manual explains queries.") {
        $0.query.append($1)
      }
      Argument.flag("--all", help: "Run for every row of the list.") { $0.all = true }
      Argument.flag(
        "-n", "--dry-run",
        help: "Print the commands, one per line, quoted for a shell; run nothing."
      ) {
        $0.dryRun = true
      }
      Argument.option("-j", "--jobs", value: "N", help: "Run this many commands at a time.") {
        $0.jobs = try $1.number(in: 1...1_024)
      }
      Argument.flag("-x", help: "Start no new commands after a failure.") {
        $0.stopsAtFailure = true
      }
      Argument.option(
        "--max-failures", value: "NUMBER", help: "Start no new commands after this many failures."
      ) { $0.maxFailures = try $1.number(from: 1) }
      Argument.flag("--yes", help: "Run without asking.") { $0.yes = true }
      Argument.flag("--refresh", help: "Refresh the list first; if that fails, run nothing.") {
        $0.refresh = true
      }
      Argument.flag("--again", help: "Also run for rows whose command has already succeeded.") {
        $0.again = true
      }
      Argument.flag(
        "--retry-unknown",
        help: "Also run for rows whose command an interrupted run may have started."
      ) {
        $0.retryUnknown = true
      }
      Argument.option(
        "--release", value: "RUN",
        help: """
          Release the rows that the run numbered RUN has claimed, for example because its command hangs; their \
          outcomes become unknown. targets why prints the number.
          """
      ) { $0.release = Int64(try $1.number(from: 0)) }
      Argument.flag("--allow-dash", help: "Allow names that the command could read as options.") {
        $0.allowDash = true
      }
      Argument.flag(
        "--allow-shell", help: "Allow names inside scripts, where a shell runs what they contain."
      ) { $0.allowShell = true }
      Arguments.group(\.rows)
      Arguments.rest { $0.command = $1 }
    }
  }

  func check(given: [GivenArgument]) throws {
    guard release != nil else { return }
    if !command.isEmpty { throw UsageError("a COMMAND cannot be combined with --release") }
    try given.refuse(beside: "--release") { $0.heading == "List" }
  }

  func check() throws {
    if release != nil { return }
    if maxFailures != nil, stopsAtFailure {
      throw UsageError("-x cannot be combined with --max-failures")
    }
    if refresh, dryRun { throw UsageError("--refresh cannot be combined with -n") }
    if refresh, !names.input.isEmpty {
      throw UsageError("--refresh cannot be combined with --input")
    }
    let isFiltered = !query.isEmpty || filter.wanted != .all
    if all, isFiltered {
      let other = query.isEmpty ? filter.names[0] : "QUERY"
      throw UsageError("--all cannot be combined with \(other)")
    }
    if !all, !isFiltered {
      throw UsageError("requires a filter such as --dead, a query, or --all")
    }
  }

  func run() async throws {
    if let release { return try await giveUp(release) }
    if !command.isEmpty { _ = try template(of: command) }
    let opened = try store.open()
    let list = try store.givenListName()
    if names.input.isEmpty || filter.areGiven { try await store.check(list, in: opened) }
    try await filter.check(in: list, of: opened)
    if let folder = list.folder, access(folder, X_OK) != 0 {
      throw Failure(
        "run: \(folder): \(FileError()); targets lists --move follows a folder that has moved")
    }
    if command.isEmpty { return try await runRecipe(of: list, in: opened) }
    try await refresh(list)
    do {
      let read = try await read(list, in: opened)
      try await run(
        command, for: read.query, of: read, opened, RunTally(mostFailures: mostFailures))
    } catch is NothingRun {
      throw ExitStatus.nothing
    }
  }

  /// Refreshes the list first, if an option says so.
  private func refresh(_ list: ListName) async throws {
    guard refresh else { return }
    var command = RefreshCommand()
    (command.strictness, command.yes, command.store) = (strictness, yes, store)
    try await command.run()
  }

  private func template(of words: [String]) throws -> CommandTemplate {
    do {
      return try CommandTemplate(words, allowsDash: allowDash, allowsShell: allowShell)
    } catch .script(let placeholder, let reader) {
      let refusal = CommandRefusal.script(placeholder, reader: reader)
      throw Failure("run: \(refusal); --allow-shell permits it")
    } catch {
      throw Failure("\(error)")
    }
  }

  /// Runs the commands of the recipe; a row has a command only if its decision counts.
  private func runRecipe(of list: ListName, in opened: TargetStore) async throws {
    guard let recipe = try await ListRecipe(of: list, in: opened),
      case let all = try recipe.recipe.actions, !all.isEmpty
    else {
      throw Failure("requires a command: targets run … -- COMMAND {}, or a recipe with --on")
    }
    // Someone may give the printed commands to a shell.
    try recipe.approve(asks: !yes)
    try await refresh(list)
    let actions = all.filter {
      filter.wanted.union($0.class.show).contradiction == nil
    }
    guard !actions.isEmpty else {
      complain("run: the recipe of \(list.text) has no command for these rows")
      throw ExitStatus.nothing
    }
    // Read the rows only once, because they may come from standard input.
    let read = try await read(list, in: opened)
    let queries = actions.map { query(for: $0, within: read.query) }
    var others = read.answer.listing.count
    for case let query? in queries {
      others -= try await query.listing(narrowing: read.answer).count
    }
    var (isEmpty, hasFailed) = (true, false)
    var last: RunTally?
    for case (let action, let query?) in zip(actions, queries) {
      let tally = RunTally(
        skipped: ["without a command": others], mostFailures: mostFailures, after: last)
      (others, last) = (0, tally)
      do {
        try await run(action.command, for: query, of: read, opened, tally)
        isEmpty = false
      } catch ExitStatus.nothing {
        if tally.hadEnough { throw ExitStatus.nothing }
        hasFailed = true
      } catch NothingRun.noRow {
        continue
      } catch NothingRun.declined {
        throw ExitStatus.nothing
      }
    }
    if others > 0 { RunTally(skipped: ["without a command": others]).tellRest() }
    if isEmpty || hasFailed { throw ExitStatus.nothing }
  }

  /// The rows of a query whose verdict has a command in the recipe; `nil` if the filter excludes them.
  private func query(for action: Recipe.Action, within query: RowQuery) -> RowQuery? {
    var wanted = query
    wanted.show.insert(action.class.show)
    guard let verdict = filter.verdict else {
      wanted.verdicts = action.verdicts
      return wanted
    }
    return action.verdicts?.accepts(word: verdict) == false ? nil : wanted
  }

  /// The selected rows, and the version of the list before they were read.
  private struct RowsRead {
    let query: RowQuery
    let answer: RowQuery.Answer
    let mark: ListVersion
  }

  private func read(_ list: ListName, in opened: TargetStore) async throws -> RowsRead {
    let (query, source) = try await wantedRows(of: list, in: opened)
    let mark = try await opened.mark(of: list)
    let answer = try await query.answer(from: source, notice: complain)
    if !names.input.isEmpty { try await store.check(list, in: opened) }
    answer.refreshSnapshot(of: query)
    if answer.listing.count == 0 { complainOfMeantFile() }
    return RowsRead(query: query, answer: answer, mark: mark)
  }

  /// Runs a command for the rows that match a query.
  private func run(
    _ command: [String], for wanted: RowQuery, of read: RowsRead, _ opened: TargetStore,
    _ tally: RunTally
  ) async throws {
    let template = try template(of: command)
    let list = wanted.list
    let listing = try await wanted.listing(narrowing: read.answer)
    // With such a filter, rows without a decision that counts have no command.
    if filter.wanted.ofDecisions != .all {
      let changed = try await changedRows(wanted, read.answer, opened)
      tally.add(skipped: ["changed since they were decided": changed])
    }
    let usesNotes = command.contains { $0.includes("{note}") }
    let usesRevisions = command.contains { $0.includes("{revision}") }
    let rows = CommandRows(
      listing,
      remarks: usesNotes || usesRevisions
        ? try await opened.remarks(in: list, withRevisions: usesRevisions) : [:],
      areOfInput: !names.input.isEmpty)
    if rows.count == 0 {
      tally.tellRest()
      throw NothingRun.noRow
    }
    var dropped: Set<Name> = []
    if !names.input.isEmpty {
      let flags = try await opened.flags(of: rows.names, in: list)
      dropped = Set(rows.names.filter { flags[$0]?.contains(.dropped) ?? false })
    }
    let run = RowRun(
      template: template, jobs: jobs, folder: list.folder, rows: rows, dropped: dropped,
      tally: tally,
      readAt: names.input.isEmpty ? try await opened.lastMirror(of: list) : nil,
      hasSource: try await ListRecipe.readable(of: list, in: opened)?.recipe.hasSource ?? false,
      outcomes: try await StoredOutcomes(
        store: opened, list: list, command: command, revisions: rows.seenRevisions,
        wanted: wanted.show, wanted.verdicts,
        readAt: usesRevisions || wanted.show.ofDecisions != .all ? read.mark.version : nil,
        retriesUnknown: retryUnknown))
    if dryRun { try run.print(again: again) } else { try await run.run(again: again, asks: !yes) }
  }

  private func giveUp(_ run: Int64) async throws {
    let (opened, list) = (try store.open(), try store.givenListName())
    try await store.check(list, in: opened)
    let count = try await opened.release(run: run, in: list)
    if count == 0 {
      complain("run: run \(run) has claimed no rows of “\(list.text)”")
      throw ExitStatus.nothing
    }
    announce(
      "run: \(count.grouped) \(count.noun("row")) released; \(count == 1 ? "its outcome is" : "their outcomes are") unknown"
    )
  }

  /// The number of rows that a filter for decisions excludes because they changed after their decision.
  private func changedRows(
    _ wanted: RowQuery, _ read: RowQuery.Answer, _ store: TargetStore
  ) async throws -> Int {
    let ofClass = VerdictClass.allCases.filter { wanted.show.contains($0.show) }
    let isOfBoth = ofClass.isEmpty && wanted.show.contains(.decided)
    let classes = isOfBoth ? VerdictClass.allCases : ofClass
    guard !classes.isEmpty, !wanted.show.contains(.changed) else { return 0 }
    let remarks = try await store.remarks(in: wanted.list)
    let decided = remarks.filter { remark in
      remark.value.verdict.map { verdict in
        classes.contains(verdict.class) && wanted.verdicts?.accepts(verdict) ?? true
      } ?? false
    }
    if decided.isEmpty { return 0 }
    var changed = wanted
    // The other filters stay.
    changed.show.subtract([.dead, .ok, .decided])
    changed.show.insert(.changed)
    changed.verdicts = nil
    let rows = CommandRows(try await changed.listing(narrowing: read))
    return (0..<rows.count).count { rows.name(at: $0).map { decided[$0] != nil } ?? false }
  }
}
