import CommandRunning
import Foundation
import Glibc
import LibraryTestSupport
import Processes
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn, .timeLimit(.minutes(10)))
struct PoolStopTests {
  private struct StoreFailure: Error {}

  private let output = PoolOutput()
  private let log = PoolLog()

  /// Returns when a file has this many lines.
  private static func lines(_ count: Int, in path: String) async {
    await eventually {
      let text = try? String(contentsOfFile: path, encoding: .utf8)
      return text?.split(separator: "\n", omittingEmptySubsequences: false).count ?? 0 > count
    }
  }

  /// Returns when this much time has passed by the clock that the pool uses.
  private static func time(_ duration: Duration) async {
    let end = ContinuousClock.now + duration
    await eventually { ContinuousClock.now > end }
  }

  @Test func stoppingSendsTheSignalAndStartsNoMoreCommands() async throws {
    let directory = TemporaryDirectory()
    let started = directory.path("started")
    let pool = output.pool(jobs: 2)
    async let ending = pool.run("echo >>\(started); exec sleep 600", count: 100, log: log)
    await Self.lines(2, in: started)
    pool.stop(with: SIGINT)
    #expect(try await ending == .stopped)
    let outcomes = await log.outcomes
    #expect(outcomes.count { $0.ending == .signalled(SIGINT) } == 2)
    // The other announced rows are reported as not started.
    let announced = await log.announced.reduce(0) { $0 + $1.count }
    #expect(outcomes.count == announced)
    #expect(outcomes.count { $0.ending == nil } == announced - 2)
    #expect(announced < 100)
  }

  /// The report of a Ctrl-C may arrive later than the end of a command by it, whose job slot is used again.
  @Test func aCommandStartedAfterTheTerminalsSignalGetsIt() async throws {
    let directory = TemporaryDirectory()
    let started = directory.path("started")
    let pool = output.pool(jobs: 1)
    async let ending = pool.run(
      "if [ -e \(started) ]; then echo >>\(started); exec sleep 600; fi; echo >\(started); kill -INT $$",
      count: 10, log: log)
    await Self.lines(2, in: started)
    pool.stop(with: SIGINT, fromTerminalAt: .now)
    #expect(try await ending == .stopped)
    #expect(await log.outcomes.count { $0.ending == .signalled(SIGINT) } == 2)
  }

  @Test func aCommandReachedByTheTerminalsSignalGetsItOnce() async throws {
    let directory = TemporaryDirectory()
    let started = directory.path("started")
    let (pool, output) = (output.pool(jobs: 1), output)
    async let ending = pool.run(
      "echo >&2; until [ -e \(started).go ]; do sleep 0.01; done", count: 10, log: log)
    // Errors pass through the pool, which passes them on only after it has recorded the start.
    await eventually { !output.writtenErrors.isEmpty }
    pool.stop(with: SIGINT, fromTerminalAt: .now)
    try directory.write("", to: "started.go")
    #expect(try await ending == .stopped)
    #expect(await log.endings[0] == .exited(0))
  }

  @Test func aLateCommandGetsTheTerminalsSignalEvenIfNoneHasEnded() async throws {
    let directory = TemporaryDirectory()
    let started = directory.path("started")
    let pool = output.pool(jobs: 1)
    let time = ContinuousClock.now
    async let ending = pool.run("echo >>\(started); exec sleep 600", count: 10, log: log)
    await Self.lines(1, in: started)
    pool.stop(with: SIGINT, fromTerminalAt: time)
    #expect(try await ending == .stopped)
    #expect(await log.endings[0] == .signalled(SIGINT))
  }

  @Test func withoutASignalRunningCommandsFinish() async throws {
    let directory = TemporaryDirectory()
    let started = directory.path("started")
    let pool = output.pool(jobs: 1)
    async let ending = pool.run(
      "echo >>\(started); until [ -e \(started).go ]; do sleep 0.01; done", count: 100, log: log)
    await Self.lines(1, in: started)
    pool.stop()
    try directory.write("", to: "started.go")
    #expect(try await ending == .stopped)
    #expect(await log.endings[0] == .exited(0))
    #expect(await log.outcomes.count { $0.ending != nil } == 1)
  }

  @Test func aCommandThatIgnoresASignalGetsTheNextOne() async throws {
    let directory = TemporaryDirectory()
    let started = directory.path("started")
    let pool = output.pool(jobs: 1)
    async let ending = pool.run(
      "trap 'echo >>\(started)' TERM; echo >>\(started); while :; do sleep 0.01; done", count: 3,
      log: log)
    await Self.lines(1, in: started)
    pool.stop(with: SIGTERM)
    await Self.lines(2, in: started)
    pool.stop(with: SIGKILL)
    #expect(try await ending == .stopped)
    #expect(await log.endings[0] == .signalled(SIGKILL))
  }

  @Test(arguments: [1, 3])
  func nothingIsStartedOnceASignalHasArrived(jobs: Int) async throws {
    let (output, log) = (PoolOutput(), PoolLog())
    let started = Mutex(0)
    let pool = CommandPool(
      jobs: jobs, output: output.output, errors: output.errors,
      isInterrupted: { started.withLock { $0 > 3 } })
    let ending = try await pool.run(
      count: 9,
      command: { _ in
        started.withLock { $0 += 1 }
        return ["true"]
      }, willStart: { await log.announce($0) }, ended: { await log.report($0) })
    #expect(ending == .stopped)
    #expect(await log.outcomes.count { $0.ending != nil } == 3)
  }

  @Test func stoppedBeforeTheRunNothingIsStarted() async throws {
    let pool = output.pool(jobs: 2)
    pool.stop(with: SIGTERM)
    #expect(try await pool.run("echo", count: 5, log: log) == .stopped)
    #expect(output.written == "")
  }

  @Test func aCancelledTaskStopsWithSIGTERM() async throws {
    let directory = TemporaryDirectory()
    let started = directory.path("started")
    let (pool, log) = (output.pool(jobs: 1), log)
    let task = Task {
      try await pool.run("echo >>\(started); exec sleep 600", count: 9, log: log)
    }
    await Self.lines(1, in: started)
    task.cancel()
    #expect(try await task.value == .stopped)
    #expect(await log.endings[0] == .signalled(SIGTERM))
  }

  @Test func aRowThatCannotBeAnnouncedIsNotStarted() async throws {
    let log = log
    await #expect(throws: StoreFailure.self) {
      try await output.pool(jobs: 2).run(
        count: 100, command: { ["echo", "\($0)"] },
        willStart: { rows in if rows.lowerBound > 0 { throw StoreFailure() } else { Array(rows) } },
        ended: { await log.report($0) })
    }
    #expect(await log.outcomes.map(\.row).sorted() == [0, 1, 2, 3])
    #expect(output.written.split(separator: "\n").count == 4)
  }

  @Test func anOutcomeThatCannotBeReportedStopsTheRun() async throws {
    await #expect(throws: StoreFailure.self) {
      try await output.pool(jobs: 1).run(
        count: 100_000, command: { ["echo", "\($0)"] }, willStart: { Array($0) },
        ended: { _ in throw StoreFailure() })
    }
    #expect(output.written.split(separator: "\n").count < 100_000)
  }

  /// If the run were killed, the outcomes of more rows would be unknown.
  @Test(arguments: [1, 3])
  func rowsInProgressAreLimitedToTwiceTheJobs(jobs: Int) async throws {
    let log = log
    let underWay = Mutex((count: 0, most: 0))
    let ending = try await output.pool(jobs: jobs).run(count: 100, command: { _ in ["true"] }) {
      outcomes, next in
      await log.report(outcomes)
      underWay.withLock {
        $0.count += next.count - outcomes.count
        $0.most = max($0.most, $0.count)
      }
      return Array(next)
    }
    #expect(ending == .finished)
    #expect(await log.outcomes.count == 100)
    #expect(underWay.withLock { $0.most } == 2 * jobs)
  }
}
