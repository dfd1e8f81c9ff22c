import Glibc
import Processes
import Threads

/// The part of ``CommandPool`` that starts commands and follows them, on a thread that may block.
///
/// A task of a group follows a command, announces rows, or reports outcomes. What these tasks return
/// is taken one by one.
actor PoolRun {
  private enum Event: Sendable {
    case announced(Result<[Int], any Error>)
    case ended(CommandOutcome)

    /// What ends in quick succession is reported together.
    case reportDue
    case reported(Result<Void, any Error>)
    case stopped
  }

  private let executor = ThreadExecutor(label: "targets.commands")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let pool: CommandPool
  private let jobs: Int
  private let count: Int
  private let command: CommandPool.Command
  private let output: OutputSink
  private let errors: OutputSink
  private let willStart: @Sendable @concurrent (Range<Int>) async throws -> [Int]
  private let ended: @Sendable @concurrent ([CommandOutcome]) async throws -> Void

  private var runningCount = 0
  private var ready: ArraySlice<Int> = []
  private var next = 0
  private var isAnnouncing = false
  private var announceError: (any Error)?

  /// The outcomes of which no report is under way, and the number of the others.
  private var outcomes: [CommandOutcome] = []
  private var inReport = 0
  private var isReporting = false
  private var reportError: (any Error)?

  /// Why no more commands can be started.
  private var failure: String?
  private var paths: [String: String] = [:]

  init(
    pool: CommandPool, jobs: Int, count: Int, command: @escaping CommandPool.Command,
    output: Int32, errors: Int32, willWrite: @escaping @Sendable () -> Void,
    willStart: @escaping @Sendable @concurrent (Range<Int>) async throws -> [Int],
    ended: @escaping @Sendable @concurrent ([CommandOutcome]) async throws -> Void
  ) {
    self.pool = pool
    self.jobs = jobs
    self.count = count
    self.command = command
    self.output = OutputSink(descriptor: output, willWrite: willWrite)
    self.errors = OutputSink(descriptor: errors, willWrite: willWrite)
    self.willStart = willStart
    self.ended = ended
  }

  /// Returns when all rows are done, or stopped.
  func run() async throws -> CommandPool.Ending {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { [pool] in
        await pool.untilStopped()
        return .stopped
      }
      repeat {
        if isStopping { giveBackReady() }
        announceMore(&group)
        startMore(&group)
        reportMore(&group)
        if isOver { break }
        if let event = await group.next() { take(event, &group) }
      } while true
      group.cancelAll()
    }
    if let error = reportError ?? announceError { throw error }
    if output.isClosed { return .outputClosed }
    if let failure { return .failed(failure) }
    return isStopping ? .stopped : .finished
  }

  private var isStopping: Bool { pool.isStopping || output.isClosed }

  private var isOver: Bool {
    runningCount == 0 && !isAnnouncing && ready.isEmpty && !isReporting
      && (isStopping || next == count)
  }

  private func take(_ event: Event, _ group: inout TaskGroup<Event>) {
    switch event {
    case .announced(.success(let rows)):
      isAnnouncing = false
      ready += rows
    case .announced(.failure(let error)):
      isAnnouncing = false
      announceError = error
      pool.stop()
    case .ended(let outcome):
      runningCount -= 1
      outcomes.append(outcome)
    case .reportDue:
      report(&group)
    case .reported(let result):
      isReporting = false
      inReport = 0
      guard case .failure(let error) = result else { return }
      reportError = error
      pool.stop()
    case .stopped: break
    }
  }

  private func giveBackReady() {
    outcomes += ready.map { CommandOutcome(row: $0, ending: nil) }
    ready = []
  }

  // MARK: Announcing and reporting

  /// The rows that were announced and whose outcomes are not reported.
  ///
  /// Nobody knows what has become of them if this process is killed, so they are few.
  private var underWay: Int { ready.count + runningCount + outcomes.count + inReport }

  /// Has rows announced: twice as many as run at a time, so that no command waits for it.
  private func announceMore(_ group: inout TaskGroup<Event>) {
    let room = 2 * jobs - underWay
    guard !isStopping, !isAnnouncing, next < count, room > 0, ready.count < jobs else { return }
    let rows = next..<min(next + room, count)
    next = rows.upperBound
    isAnnouncing = true
    group.addTask { [willStart] in
      do { return .announced(.success(try await willStart(rows))) } catch {
        return .announced(.failure(error))
      }
    }
  }

  private func reportMore(_ group: inout TaskGroup<Event>) {
    guard !isReporting, !outcomes.isEmpty, reportError == nil else { return }
    isReporting = true
    // Rows that nobody may start yet wait for the report.
    if ready.isEmpty { return report(&group) }
    group.addTask {
      try? await RestingClock().sleep(for: .milliseconds(10))
      return .reportDue
    }
  }

  private func report(_ group: inout TaskGroup<Event>) {
    let reported = outcomes
    (outcomes, inReport) = ([], outcomes.count)
    group.addTask { [ended] in
      do { return .reported(.success(try await ended(reported))) } catch {
        return .reported(.failure(error))
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

  /// False if it was not started, and may be when another command has ended.
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
    } catch let failure as ChildProcess.Failure where failure.code == E2BIG {
      // The row is too long; another one need not be.
      outcomes.append(CommandOutcome(row: row, ending: ChildProcess.Ending(failure)))
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
    let path = try ProgramPath.find(program)
    if paths.count < 64 { paths[program] = path }
    return path
  }

  // MARK: Following

  /// Passes on what a command writes, waits for its end, and reaps it.
  ///
  /// What other processes may still write to its pipes then is lost.
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
    // Limited, since a process that the command has left behind may write without end.
    for _ in 0..<32 where !readOutput() { break }
    for _ in 0..<32 where !readErrors() { break }
    for output in collected { output.pass() }
    if ending == .signalled(SIGPIPE) { output.check() }
    return CommandOutcome(row: row, ending: ending, lastErrorLine: lastLine.text)
  }
}
