import Glibc
package import Processes
import Synchronization

/// How a row's command ended.
package struct CommandOutcome: Hashable, Sendable {
  /// The row's number, as given to ``CommandPool``.
  package let row: Int

  /// `nil` if the command was announced but not started, because the pool was stopped or the
  /// command cannot be started.
  package let ending: ChildProcess.Ending?

  /// The last line that the command wrote to standard error, at most 4 KiB, without control
  /// characters.
  package let lastErrorLine: String?

  package init(row: Int, ending: ChildProcess.Ending?, lastErrorLine: String? = nil) {
    self.row = row
    self.ending = ending
    self.lastErrorLine = lastErrorLine
  }

  package var isDone: Bool { ending == .exited(0) }
}

/// Runs the commands of rows, several of them at a time.
///
/// A command stays in this process's session and process group, so that a Ctrl-C on the terminal
/// reaches it. It gets default signal handlers and an empty standard input. Its standard error is
/// passed on. With more than one job, both of its outputs are passed on when it has ended, each as
/// a whole.
package final class CommandPool: Sendable {
  /// Returns the program and the arguments for a row; an error becomes an outcome with the reason,
  /// and ``Failure`` stops the pool.
  package typealias Command = @Sendable (_ row: Int) throws -> [String]

  /// Takes outcomes, and returns which of the `next` rows to start.
  ///
  /// Outcomes arrive in the order in which the commands ended. Each returned row will have one,
  /// even if the pool is stopped before its command is started.
  package typealias Turn =
    @Sendable @concurrent (_ ended: [CommandOutcome], _ next: Range<Int>) async throws -> [Int]

  package enum Ending: Equatable, Sendable {
    case finished
    case stopped

    /// Standard output was closed, so no more commands were started.
    case outputClosed

    /// A command could not be started for this reason, so no more were started.
    case failed(String)
  }

  /// Why no more commands can be started.
  package struct Failure: Error {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  private struct State {
    var isStopping = false

    /// The first signal that stopped the pool.
    var signal: Int32?
    var running: [Int: (process: ChildProcess, started: ContinuousClock.Instant)] = [:]

    /// When it was first noticed, recently, that a signal has ended a command.
    var firstSignalled: ContinuousClock.Instant?

    /// Whether a command was started after a signal of the terminal, which the command may have
    /// received before this process did.
    func hasMissed(
      _ time: ContinuousClock.Instant, since started: ContinuousClock.Instant, _ latest: Duration
    ) -> Bool {
      // A command may have been ended by something else long before.
      let isNews = firstSignalled.map { time - $0 < latest } ?? false
      return started >= (isNews ? min(time, firstSignalled ?? time) : time)
    }
  }

  private let jobs: Int
  private let output: Int32
  private let errors: Int32
  private let latestNews: Duration
  private let held: @Sendable () -> Int32?
  private let isInterrupted: @Sendable () -> Bool
  let folder: String?
  private let state = Mutex(State())
  private let stops = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Makes a pool for one run.
  ///
  /// - Parameters:
  ///   - jobs: The maximum number of commands at a time, at least 1.
  ///   - output: Where standard output goes.
  ///   - errors: Where standard error goes.
  ///   - latestNews: How much later than a command this process may learn about a Ctrl-C.
  ///   - folder: Where commands are started; `nil` for the folder of this process.
  ///   - held: A descriptor that stays open as long as a command runs, also if this process is killed.
  ///   - isInterrupted: Asked before each command is started; if it returns true, the pool is stopped.
  package init(
    jobs: Int = 1, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO,
    latestNews: Duration = .seconds(10), in folder: String? = nil,
    holding held: @escaping @Sendable () -> Int32? = { nil },
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    precondition(jobs > 0, "a pool runs at least one command at a time")
    self.jobs = jobs
    self.output = output
    self.errors = errors
    self.latestNews = latestNews
    self.held = held
    self.isInterrupted = isInterrupted
    self.folder = folder
  }

  /// Runs the commands of the rows from 0 to `count`, in this order.
  ///
  /// Cancelling the task stops the pool with SIGTERM.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - command: Called once for each row, when it is started.
  ///   - willWrite: Called, on a thread of the pool, before output of commands is passed on.
  ///   - isEnough: Called when a command has ended; if it returns true, no more commands are started.
  ///   - turn: Called before rows are started and after commands have ended, one call at a time. It
  ///     takes outcomes and returns rows to start. With *j* jobs, at most 2*j* rows wait or run or
  ///     have an outcome that it has not taken.
  /// - Returns: Whether all rows were run.
  /// - Throws: The error of `turn`, after the running commands have ended. Then `turn` is called
  ///   once more with the outcomes that it has not taken; if it throws again, they are lost.
  package func run(
    count: Int, command: @escaping Command, willWrite: @escaping @Sendable () -> Void = {},
    isEnough: @escaping @Sendable (CommandOutcome) -> Bool = { _ in false }, turn: @escaping Turn
  ) async throws -> Ending {
    let run = PoolRun(
      pool: self, jobs: jobs, count: count, command: command, output: output, errors: errors,
      willWrite: willWrite, isEnough: isEnough, turn: turn)
    // Not a child task, because it must finish even if this task is cancelled.
    let running = Task { try await run.run() }
    return try await withTaskCancellationHandler {
      try await running.value
    } onCancel: {
      stop(with: SIGTERM)
    }
  }

  // MARK: Stopping

  /// Starts no more commands, and sends a signal, if given, to the running ones.
  ///
  /// A signal of the terminal has already reached most of them, so it is sent only to those that
  /// were started after it. May be called from any thread, before the run, and repeatedly.
  package func stop(
    with signal: Int32? = nil, fromTerminalAt time: ContinuousClock.Instant? = nil
  ) {
    state.withLock { state in
      state.isStopping = true
      guard let signal else { return }
      state.signal = state.signal ?? signal
      for (process, started) in state.running.values {
        if time.map({ state.hasMissed($0, since: started, latestNews) }) ?? true {
          process.signal(signal)
        }
      }
    }
    stops.continuation.yield()
  }

  /// The first signal that stopped the pool; `nil` if it was stopped without one.
  package var signal: Int32? { state.withLock(\.signal) }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Returns when the pool is stopped, or the task cancelled.
  func untilStopped() async {
    for await _ in stops.stream { return }
  }

  /// Starts a command unless the pool is stopping, so that every running command gets the signals.
  func start(
    _ row: Int, _ path: String, _ arguments: [String]
  ) throws(ChildProcess.Failure) -> ChildProcess? {
    // The end of a command by Ctrl-C may be noticed before the Ctrl-C itself.
    if isInterrupted() { stop() }
    return try state.withLock { state throws(ChildProcess.Failure) in
      if state.isStopping { return nil }
      // For later signals, the waiting process knows whether they reached the command.
      let began = ContinuousClock.now
      let process = try ChildProcess(
        path, arguments, input: .null,
        output: jobs > 1 ? .pipe : .descriptor(output), errors: .pipe, in: folder,
        holding: held())
      state.running[row] = (process, began)
      return process
    }
  }

  func note(_ ending: ChildProcess.Ending, of row: Int) {
    state.withLock { state in
      state.running[row] = nil
      guard case .signalled = ending else { return }
      let now = ContinuousClock.now
      // A command may have been ended by something else long before.
      if state.firstSignalled.map({ now - $0 > latestNews }) ?? true { state.firstSignalled = now }
    }
  }
}
