import CommandRunning
import Glibc
import NameSearch
import Terminal
import TerminalText

/// Runs the command for the rows that are not done yet, and tells what became of them.
struct RowRun {
  let template: CommandTemplate
  let jobs: Int
  let rows: CommandRows

  /// `nil` if outcomes are not kept.
  let keeper: (any OutcomeKeeper)?

  /// Prints the commands that would be run, quoted for a shell.
  func print(again: Bool) async throws {
    let (places, refused) = try await placesToRun(again: again)
    var output = Output()
    for place in places {
      guard let name = rows.name(at: place) else { continue }
      try output.show(ShellLine(template.arguments(for: rows.row(name))).text)
      try output.write("\n")
    }
    try output.flush()
    if refused > 0 { throw ExitStatus.nothing }
  }

  /// Throws ``ExitStatus/nothing`` if a command failed, and ``ExitStatus/abandoned`` if a signal
  /// stopped the run.
  func run(again: Bool) async throws {
    let (places, refused) = try await placesToRun(again: again)
    let pool = CommandPool(jobs: jobs)
    let watch = SignalWatch(of: [SIGINT, SIGTERM, SIGHUP]) { signal, time in
      pool.stop(with: signal, fromTerminalAt: time)
    }
    defer { withExtendedLifetime(watch) {} }
    let tally = RunTally(refused: refused)
    let progress = ProgressBar("run", "rows", glyphs: Environment.glyphs)
    let showsProgress = jobs > 1 || isatty(STDOUT_FILENO) == 0
    let ending = try await pool.run(
      count: places.count,
      command: { [rows, template] number in
        guard let name = rows.name(at: places[number]) else { throw CommandRefusal.noCommand }
        return try template.arguments(for: rows.row(name))
      },
      willWrite: { progress.erase() },
      willStart: { [rows, keeper] numbers in
        try await keeper?.claim(numbers.compactMap { rows.name(at: places[$0]) })
      },
      ended: { [self] outcomes in
        let named = outcomes.compactMap { outcome in
          rows.name(at: places[outcome.row]).map { (row: $0, outcome: outcome) }
        }
        try await keeper?.keep(named)
        progress.erase()
        for (name, outcome) in named { tally.add(outcome, of: name) }
        if showsProgress { progress.show(tally.count, of: places.count) }
      })
    progress.erase()
    try report(ending, tally)
  }

  private func report(_ ending: CommandPool.Ending, _ tally: RunTally) throws {
    tally.tellRest()
    switch ending {
    case .finished: break
    case .stopped:
      complain("run: broken off: \(tally.summary)")
      throw ExitStatus.abandoned
    case .outputClosed: dieOf(SIGPIPE)
    }
    if tally.hasFailures { throw ExitStatus.nothing }
  }

  // MARK: The rows

  /// The rows to run, and how many of the others are refused.
  ///
  /// What would be refused is told before anything is run.
  private func placesToRun(again: Bool) async throws -> (places: [Int], refused: Int) {
    let done = again ? [] : try await keeper?.rowsDone() ?? []
    let unknown = try await keeper?.rowsUnknown() ?? []
    var triedAgain = 0
    var places: [Int] = []
    var refused = 0
    for place in 0..<rows.count {
      guard let name = rows.name(at: place), !done.contains(name) else { continue }
      do {
        _ = try template.arguments(for: rows.row(name))
        places.append(place)
        if unknown.contains(name) { triedAgain += 1 }
      } catch {
        refused += 1
        if refused <= RunTally.mostTold { complain("run: \(error)") }
      }
    }
    if triedAgain > 0 {
      complain(
        "run: \(triedAgain.grouped) \(triedAgain.noun("row")) under way when an earlier run was "
          + "broken off: what became of them is unknown")
    }
    if refused > RunTally.mostTold {
      complain("run: \((refused - RunTally.mostTold).grouped) more were refused")
    }
    return (places, refused)
  }
}
