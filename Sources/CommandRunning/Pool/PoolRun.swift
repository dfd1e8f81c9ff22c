import Glibc
import Processes
import Threads

/// The part of ``CommandPool`` that starts commands and follows them, on a thread that may block.
///
/// Some tasks of a group follow one command each. Others take a *turn*: they report outcomes and
/// announce rows. The results of these tasks are handled one by one.
actor PoolRun {
  private enum Event: Sendable {
    case ended(CommandOutcome)
    case turned(Result<[Int], any Error>)

    /// Commands that end in quick succession are reported together.
    case turnDue
    case stopped
  }

  private enum Turn { case none, due, underWay }

  private let executor = ThreadExecutor(label: "targets.commands")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let pool: CommandPool
  private let jobs: Int
  private let count: Int
  private let command: CommandPool.Command
  private let output: OutputSink
  private let errors: OutputSink
  private let callTurn: CommandPool.Turn
  private let isEnough: (CommandOutcome) -> Bool

  private var turn = Turn.none
  private var turnError: (any Error)?
  private var hasRepeated = false
  private var runningCount = 0
  private var ready: ArraySlice<Int> = []
  private var next = 0

  /// The outcomes that are not yet reported, including those of the turn in progress.
  private var outcomes: [CommandOutcome] = []
  private var inReport: [CommandOutcome] = []

  /// Why no more commands can be started.
  private var failure: String?
  private var paths: [String: String] = [:]

  init(
    pool: CommandPool, jobs: Int, count: Int, command: @escaping CommandPool.Command,
    output: Int32, errors: Int32, willWrite: @escaping @Sendable () -> Void,
    isEnough: @escaping @Sendable (CommandOutcome) -> Bool, turn: @escaping CommandPool.Turn
  ) {
    self.pool = pool
    self.jobs = jobs
    self.count = count
    self.command = command
    self.output = OutputSink(descriptor: output, willWrite: willWrite)
    self.errors = OutputSink(descriptor: errors, willWrite: willWrite)
    (callTurn, self.isEnough) = (turn, isEnough)
  }

  /// Returns when the commands of all rows have ended, or the pool was stopped.
  func run() async throws -> CommandPool.Ending {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { [pool] in
        await pool.untilStopped()
        return .stopped
      }
      repeat {
        if isStopping { giveBackReady() }
        startMore(&group)
        takeTurn(&group)
        if isOver { break }
        if let event = await group.next() { take(event, &group) }
      } while true
      group.cancelAll()
    }
    if let turnError { throw turnError }
    if output.isClosed { return .outputClosed }
    if let failure { return .failed(failure) }
    return isStopping ? .stopped : .finished
  }

  private var isStopping: Bool { pool.isStopping || output.isClosed }

  private var isOver: Bool {
    runningCount == 0 && ready.isEmpty && turn == .none && (isStopping || next == count)
      && (outcomes.isEmpty || hasRepeated)
  }

  private func take(_ event: Event, _ group: inout TaskGroup<Event>) {
    switch event {
    case .ended(let outcome):
      runningCount -= 1
      outcomes.append(outcome)
      if isEnough(outcome) { pool.stop() }
    case .turnDue:
      beginTurn(&group)
    case .turned(let result):
      turn = .none
      switch result {
      case .success(let rows): ready += rows
      case .failure(let error):
        turnError = turnError ?? error
        outcomes = inReport + outcomes
        pool.stop()
      }
      inReport = []
    case .stopped: break
    }
  }

  private func giveBackReady() {
    outcomes += ready.map { CommandOutcome(row: $0, ending: nil) }
    ready = []
  }

  // MARK: Turns

  /// The announced rows whose outcomes are not reported yet.
  ///
  /// If this process is killed, their outcomes are unknown, so there are at most twice as many as
  /// run at a time. That is enough to keep all jobs busy.
  private var underWay: Int { ready.count + runningCount + inReport.count }

  private var rowsToAnnounce: Range<Int> {
    let room = 2 * jobs - underWay
    guard !isStopping, room > 0, ready.count < jobs else { return next..<next }
    return next..<min(next + room, count)
  }

  private func takeTurn(_ group: inout TaskGroup<Event>) {
    if turn != .none || outcomes.isEmpty && rowsToAnnounce.isEmpty { return }
    if turnError != nil {
      // At the end, report the outcomes once more, since perhaps only the announcement failed.
      if runningCount > 0 || hasRepeated { return }
      hasRepeated = true
    }
    // Commands that can be started need not wait for a turn: outcomes that arrive meanwhile are
    // reported together.
    if ready.isEmpty || runningCount == 0 || jobs == 1 { return beginTurn(&group) }
    turn = .due
    group.addTask {
      try? await RestingClock().sleep(for: .milliseconds(10))
      return .turnDue
    }
  }

  private func beginTurn(_ group: inout TaskGroup<Event>) {
    turn = .underWay
    let ended = outcomes
    outcomes = []
    let rows = rowsToAnnounce
    (next, inReport) = (rows.upperBound, ended)
    group.addTask { [callTurn] in
      do { return .turned(.success(try await callTurn(ended, rows))) } catch {
        return .turned(.failure(error))
      }
    }
  }

  // MARK: Starting

  private func startMore(_ group: inout TaskGroup<Event>) {
    while runningCount < jobs, !isStopping, let row = ready.first {
      guard start(row, &group) else { return }
      ready = ready.dropFirst()
    }
  }

  /// False if the command was not started, but could be when another one has ended.
  private func start(_ row: Int, _ group: inout TaskGroup<Event>) -> Bool {
    var program = ""
    do {
      let arguments = try command(row)
      guard let first = arguments.first else { throw CommandRefusal.noCommand }
      program = first
      let path = try path(of: program)
      guard let process = try pool.start(row, path, arguments) else { return false }
      runningCount += 1
      group.addTask { .ended(await self.follow(process, of: row)) }
    } catch let failure as ChildProcess.Failure {
      if [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(failure.code), runningCount > 0 { return false }
      stop(because: failure.message(of: program, path: paths[program]))
      return false
    } catch let failure as CommandPool.Failure {
      stop(because: failure.reason)
      return false
    } catch {
      outcomes.append(CommandOutcome(row: row, ending: .notStarted("\(error)")))
    }
    return true
  }

  private func stop(because reason: String) {
    failure = reason
    pool.stop()
    giveBackReady()
  }

  private func path(of program: String) throws(ChildProcess.Failure) -> String {
    if let known = paths[program] { return known }
    let path = try ProgramPath.find(program, in: pool.folder)
    if paths.count < 64 { paths[program] = path }
    return path
  }

  // MARK: Following

  /// Passes on the output of a command, waits for its end, and reaps it.
  ///
  /// Output that other processes write to its pipes after that is lost.
  private func follow(_ process: ChildProcess, of row: Int) async -> CommandOutcome {
    let collected = jobs > 1 ? [output, errors].map { CollectedOutput(for: $0) } : []
    var lastLine = LastLine()
    func readOutput() -> Bool {
      process.output.read { collected.first?.append($0) }
    }
    func readErrors() -> Bool {
      process.errors.read { bytes in
        lastLine.append(bytes)
        if let collected = collected.last { collected.append(bytes) } else { errors.write(bytes) }
      }
    }
    while true {
      let ready = await Descriptors.ready(
        reading: [process.ending, process.output.descriptor, process.errors.descriptor])
      if ready[0] { break }
      if ready[1] { _ = readOutput() }
      if ready[2] { _ = readErrors() }
    }
    let ending = process.reap()
    pool.note(ending, of: row)
    // Limited, since a process that the command has left behind may write forever.
    for _ in 0..<32 where !readOutput() { break }
    for _ in 0..<32 where !readErrors() { break }
    for output in collected { output.pass() }
    // With one job, a command writes to the output itself, and may have failed only because nobody reads it.
    if ending != .exited(0), jobs == 1 { output.check() }
    let isLost = ending != .exited(0) && jobs == 1 && output.isClosed
    return CommandOutcome(
      row: row, ending: isLost ? .unknown : ending, lastErrorLine: lastLine.text)
  }
}
