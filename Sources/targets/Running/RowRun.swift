import ShellText
import Printing
import CommandRunning
import Glibc
import ListModel
import NameSearch
import TargetStore
import Terminal
import TerminalText

/// Why no command was run.
enum NothingRun: Error {
  case noRow

  /// The user answered no.
  case declined
}

/// Runs the command for the rows that are not done yet, and reports the outcomes.
struct RowRun {
  let template: CommandTemplate
  let jobs: Int

  /// The folder to start commands in; `nil` for the current one.
  let folder: String?
  let rows: CommandRows

  /// The rows of an input that were dropped from the list.
  let dropped: Set<Name>
  let outcomes: StoredOutcomes

  /// The time of the list's last mirror; `nil` if there was none.
  private let readAt: Moment?
  private let tally: RunTally

  /// Whether the list has a source, so that its age matters.
  private let hasSource: Bool

  init(
    template: CommandTemplate, jobs: Int, folder: String?, rows: CommandRows,
    dropped: Set<Name>, tally: RunTally, readAt: Moment?, hasSource: Bool,
    outcomes: StoredOutcomes
  ) {
    (self.readAt, self.hasSource) = (readAt, hasSource)
    (self.template, self.jobs, self.folder) = (template, jobs, folder)
    (self.rows, self.dropped) = (rows, dropped)
    (self.tally, self.outcomes) = (tally, outcomes)
  }

  /// The age of the rows since the last import or refresh.
  private var age: String {
    guard let age = readAt?.age(at: .now) else { return "" }
    return age == "0m" ? ", just read" : ", read \(age) ago"
  }

  /// Reports the age of a source's rows, if there is no question that contains it.
  private func tellAge(of places: [Int]) {
    guard hasSource, !places.isEmpty, !age.isEmpty else { return }
    complain("run: \(places.count.grouped) \(places.count.noun("row"))\(age)")
  }

  /// Prints the commands that would run, quoted for a shell.
  func print(again: Bool) throws {
    var output = Output()
    let places = placesToRun(again: again)
    tellAge(of: places)
    for place in places {
      guard let name = rows.name(at: place) else { continue }
      try output.show(ShellLine(template.arguments(for: rows.row(name))).text)
      try output.write("\n")
    }
    try output.flush()
    tally.tellRest()
    if tally.hasFailures { throw ExitStatus.nothing }
  }

  /// Runs the commands; first asks, if `asks` and a user is at the terminal.
  ///
  /// Throws ``ExitStatus/nothing`` if a command failed, ``NothingRun/declined`` if the answer is
  /// no, ``ExitStatus/failed`` if one could not be started, and ``ExitStatus/abandoned`` if a
  /// signal stopped the run.
  func run(again: Bool, asks: Bool) async throws {
    // Each command that prints something would fail, which is no failure of its row.
    guard fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY else {
      throw Failure("cannot write output: \(String(cString: strerror(EBADF))); nothing was run")
    }
    let places = placesToRun(again: again)
    if asks, !places.isEmpty, let terminal = TerminalQuestion() {
      try ask(about: places, at: terminal)
    } else {
      tellAge(of: places)
    }
    let pool = CommandPool(
      jobs: jobs, in: folder, holding: { [outcomes] in outcomes.heldByCommands },
      isInterrupted: { SignalWatch.hasArrived })
    _ = SignalWatch.begin(of: [SIGINT, SIGTERM, SIGHUP]) { signal, time in
      pool.stop(with: signal, fromTerminalAt: time)
    }
    let renewing = Task { [outcomes] in await outcomes.renewClaims() }
    defer { renewing.cancel() }
    let ending: CommandPool.Ending
    do {
      ending = try await run(places, in: pool)
    } catch {
      throw Failure(tally.text(of: error))
    }
    try report(ending, stoppedBy: pool.signal ?? SIGINT)
  }

  private func run(
    _ places: [Int], in pool: CommandPool
  ) async throws -> CommandPool.Ending {
    let progress = ProgressBar("run", "rows", glyphs: Environment.glyphs)
    let showsProgress = jobs > 1 || isatty(STDOUT_FILENO) == 0
    defer { progress.erase() }
    return try await pool.run(
      count: places.count,
      command: { [rows, template, outcomes] number in
        guard outcomes.areClaimsSafe else {
          throw CommandPool.Failure("its claims could not be renewed for a minute")
        }
        guard let name = rows.name(at: places[number]) else { throw CommandRefusal.noCommand }
        return try template.arguments(for: rows.row(name))
      },
      willWrite: { progress.erase() },
      isEnough: { [tally] in tally.isEnough($0) },
      turn: { [rows, outcomes, tally] ended, next in
        let starting = next.compactMap { number in
          rows.name(at: places[number]).map { (number: number, name: $0) }
        }
        let named = ended.compactMap { outcome in
          rows.name(at: places[outcome.row]).map { (row: $0, outcome: outcome) }
        }
        let refused: [Name: ClaimRefusal]
        do {
          refused = try await outcomes.take(ended: named, next: starting.map(\.name))
          tally.noteUnstored(0)
        } catch {
          // The pool reports them once more.
          tally.noteUnstored(named.count { $0.outcome.ending != nil })
          throw error
        }
        for refusal in refused.values { tally.skip(refusal) }
        progress.erase()
        for (name, outcome) in named { tally.add(outcome, of: name) }
        if showsProgress, !named.isEmpty { progress.show(tally.count, of: places.count) }
        return starting.filter { refused[$0.name] == nil }.map(\.number)
      })
  }

  /// Describes the commands and asks; throws ``NothingRun/declined`` unless the answer is yes.
  private func ask(about places: [Int], at terminal: TerminalQuestion) throws {
    let count = "\(places.count.grouped) \(places.count.noun("row"))"
    let place = folder.map { ", in \($0)" } ?? ""
    let skipped = tally.takeSkipped().map { "; \($0)" } ?? ""
    let question =
      "\(count)\(age)\(place): \(try template.text)\(skipped). Run? [y, n, l to list]"
    while true {
      switch try terminal.answer(to: question) {
      case "y", "yes": return
      case "l", "list":
        for place in places {
          if let name = rows.name(at: place) { try terminal.say(name.originalWithID) }
        }
      case "", "n", "no":
        let before = tally.ran.map { "nothing more was run; \($0) before" }
        complain("run: \(before ?? "nothing was run")")
        throw NothingRun.declined
      default: break
      }
    }
  }

  private func report(_ ending: CommandPool.Ending, stoppedBy signal: Int32) throws {
    tally.tellRest()
    switch ending {
    case .finished: break
    case .stopped where tally.hadEnough:
      complain("run: stopped because of failures: \(tally.summary)")
    case .stopped:
      complain("run: interrupted: \(tally.summary)")
      if signal != SIGINT { dieOf(signal) }
      throw ExitStatus.abandoned
    case .failed(let reason):
      complain("run: \(reason); \(tally.ran ?? "nothing was run")")
      throw ExitStatus.failed
    case .outputClosed: dieOf(SIGPIPE)
    }
    if tally.hasFailures { throw ExitStatus.nothing }
  }

  // MARK: The rows

  /// The rows to run commands for; refused rows are reported first.
  private func placesToRun(again: Bool) -> [Int] {
    var places: [Int] = []
    for place in 0..<rows.count {
      guard let name = rows.name(at: place) else { continue }
      if dropped.contains(name) {
        tally.skipDropped()
        continue
      }
      let seen = outcomes.seen[name]
      if seen?.status == 0, !again {
        tally.skipDone()
        continue
      }
      if let seen, seen.isHeld {
        tally.skip(.claimed(by: seen.author ?? ""))
        continue
      }
      if let seen, seen.isUnknown, !outcomes.retriesUnknown {
        tally.skip(.unknown)
        continue
      }
      do {
        _ = try template.arguments(for: rows.row(name))
        places.append(place)
      } catch {
        tally.refuse(error)
      }
    }
    tally.tellRefused()
    return places
  }
}
