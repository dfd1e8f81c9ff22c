import Glibc
import QueueExecutor

/// Runs the commands of rows, some of them side by side.
///
/// A command stays in this process's session and process group, so that a Ctrl-C on the terminal
/// reaches it. It gets default signals and an empty standard input. Its standard error is passed on;
/// with more than one job, both outputs are passed on when it has ended, each as a whole.
package final class CommandPool: Sendable {
  /// The program and the arguments of a row; an error becomes an outcome with the reason, and
  /// ``Failure`` stops the pool.
  package typealias Command = @Sendable (_ row: Int) throws -> [String]

  package enum Ending: Equatable, Sendable {
    case finished
    case stopped

    /// Standard output takes no more, so no more commands were started.
    case outputClosed

    /// A command could not be started, for this reason, so no more were.
    case failed(String)
  }

  /// Why no more commands can be started.
  package struct Failure: Error {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  private let jobs: Int
  private let output: Int32
  private let errors: Int32
  private let board: PoolMailbox

  /// Makes a pool for one run.
  ///
  /// - Parameters:
  ///   - jobs: The most commands at a time, at least 1.
  ///   - output: Where standard output goes.
  ///   - errors: Where standard error goes.
  ///   - latestNews: How much later than a command this process may be told of a Ctrl-C.
  package init(
    jobs: Int = 1, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO,
    latestNews: Duration = .seconds(10)
  ) {
    precondition(jobs > 0, "a pool runs at least one command at a time")
    self.jobs = jobs
    self.output = output
    self.errors = errors
    board = PoolMailbox(latestNews: latestNews)
  }

  /// Starts no more commands; those that run get the signal, if there is one.
  ///
  /// One that the terminal has sent has reached most of them already: it is sent only to those that
  /// were started after it. May be called from any thread, before the run, and repeatedly.
  package func stop(
    with signal: Int32? = nil, fromTerminalAt time: ContinuousClock.Instant? = nil
  ) {
    board.stop(with: signal, fromTerminalAt: time)
  }

  /// Runs the commands of the rows from 0 to `count`, in this order.
  ///
  /// Cancelling the task stops the pool with SIGTERM.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - command: Called once for each row, when it is started.
  ///   - willWrite: Called, on a thread of the pool, before output of commands is passed on.
  ///   - willStart: Called with the next rows, at most 256, before any of them is started, and
  ///     returns those to start. They are announced early, so some of them may not be started if
  ///     the pool is stopped.
  ///   - ended: Called with outcomes, in the order in which the commands ended; never twice at the
  ///     same time. Each row that `willStart` has returned has one. Further commands start meanwhile,
  ///     as long as no more than about 1,024 outcomes are waiting.
  /// - Returns: Whether all rows were run.
  /// - Throws: What `willStart` or `ended` throws, when the running commands have ended. Outcomes
  ///   that `ended` has not taken are lost then.
  package func run(
    count: Int, command: @escaping Command, willWrite: @escaping @Sendable () -> Void = {},
    willStart: @escaping @Sendable @concurrent (Range<Int>) async throws -> [Int],
    ended: @escaping @Sendable @concurrent ([CommandOutcome]) async throws -> Void
  ) async throws -> Ending {
    let (wanted, want) = AsyncStream.makeStream(of: Range<Int>.self)
    let (told, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Not child tasks: these go on to their ends when this task is cancelled.
    let announcing = Task { try await announce(wanted, by: willStart) }
    let reporting = Task { try await report(told, by: ended) }
    let thread = PoolThread(board: board, want: want, tell: tell)
    let ending = await withTaskCancellationHandler {
      await thread.run(
        jobs: jobs, count: count, command: command, output: output, errors: errors,
        willWrite: willWrite)
    } onCancel: {
      stop(with: SIGTERM)
    }
    let announced = await announcing.result
    try await reporting.value
    try announced.get()
    return ending
  }

  private func announce(
    _ wanted: AsyncStream<Range<Int>>,
    by willStart: @Sendable @concurrent (Range<Int>) async throws -> [Int]
  ) async throws {
    do {
      for await rows in wanted { board.announce(try await willStart(rows)) }
    } catch {
      board.stop(with: nil)
      board.endAnnouncements()
      throw error
    }
  }

  private func report(
    _ told: AsyncStream<Void>,
    by ended: @Sendable @concurrent ([CommandOutcome]) async throws -> Void
  ) async throws {
    do {
      for await _ in told {
        // What ends in quick succession is reported together.
        try? await RestingClock().sleep(for: .milliseconds(10))
        try await reportAll(by: ended)
      }
      try await reportAll(by: ended)
    } catch {
      board.stop(with: nil)
      throw error
    }
  }

  private func reportAll(
    by ended: @Sendable @concurrent ([CommandOutcome]) async throws -> Void
  ) async throws {
    let outcomes = board.takeOutcomes()
    guard !outcomes.isEmpty else { return }
    try await ended(outcomes)
    board.reported(outcomes.count)
  }
}
