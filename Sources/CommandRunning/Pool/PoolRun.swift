import Glibc
import Processes
import Threads

/// The part of ``CommandPool`` that starts commands, on a thread that may block.
///
/// Each command is followed by a task of a group, and so are announcements and reports. What they
/// return is taken one by one.
actor PoolRun {
  private enum Event: Sendable {
    case announced(Result<[Int], any Error>)
    case ended(CommandOutcome, on: OwnThread)

    /// What ends in quick succession is reported together.
    case reportDue
    case reported(Result<Void, any Error>)
    case stopped
  }

  /// More outcomes than that are not kept waiting for the report of earlier ones.
  private static let mostUnreported = 1_024
  private static let mostAnnounced = 256

  private let executor = ThreadExecutor(label: "targets.commands")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let pool: CommandPool
  private let jobs: Int
  private let count: Int
  private let command: CommandPool.Command
  private let outputs: PoolOutputs
  private let willStart: @Sendable @concurrent (Range<Int>) async throws -> [Int]
  private let ended: @Sendable @concurrent ([CommandOutcome]) async throws -> Void

  private var runningCount = 0

  /// Threads for further commands to be followed on.
  private var threads: [OwnThread] = []
  private var ready: ArraySlice<Int> = []
  private var next = 0
  private var announceSize: Int
  private var lastAnnouncement = ContinuousClock.now
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
    outputs: PoolOutputs,
    willStart: @escaping @Sendable @concurrent (Range<Int>) async throws -> [Int],
    ended: @escaping @Sendable @concurrent ([CommandOutcome]) async throws -> Void
  ) {
    self.pool = pool
    self.jobs = jobs
    self.count = count
    self.command = command
    self.outputs = outputs
    self.willStart = willStart
    self.ended = ended
    announceSize = jobs
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
    if outputs.output.isClosed { return .outputClosed }
    if let failure { return .failed(failure) }
    return isStopping ? .stopped : .finished
  }

  private var isStopping: Bool { pool.isStopping || outputs.output.isClosed }

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
    case .ended(let outcome, let thread):
      runningCount -= 1
      threads.append(thread)
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

  /// Has rows announced early enough that no command waits for it, but not many more than will
  /// have started soon.
  private func announceMore(_ group: inout TaskGroup<Event>) {
    guard !isStopping, !isAnnouncing, next < count, ready.count <= announceSize / 4 else { return }
    let now = ContinuousClock.now
    let pause = now - lastAnnouncement
    if next > 0 {
      if pause < .milliseconds(250) { announceSize = min(2 * announceSize, Self.mostAnnounced) }
      if pause > .seconds(1) { announceSize = announceSize / 2 }
      announceSize = max(announceSize, jobs)
    }
    lastAnnouncement = now
    let rows = next..<min(next + announceSize, count)
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
    while runningCount < jobs, outcomes.count + inReport < Self.mostUnreported, !isStopping,
      let row = ready.first
    {
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
      guard let process = try pool.start(row, path, arguments, outputs) else { return false }
      follow(PoolChild(row: row, process: process, outputs: outputs), &group)
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

  private func follow(_ child: PoolChild, _ group: inout TaskGroup<Event>) {
    runningCount += 1
    let thread = threads.popLast() ?? OwnThread("targets.command")
    group.addTask { [pool] in
      .ended(
        await thread.run { child.follow { pool.note($0, of: child.row) } }, on: thread)
    }
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
}
