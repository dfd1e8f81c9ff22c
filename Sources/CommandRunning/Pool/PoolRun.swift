import Glibc
import Processes
import QueueExecutor

/// The part of ``CommandPool`` that starts commands and waits for them, on a thread that may block.
final class PoolRun {
  /// More outcomes than that are not kept waiting for the report of earlier ones.
  private static let mostUnreported = 1_024
  private static let mostAnnounced = 256

  private let jobs: Int
  private let count: Int
  private let command: CommandPool.Command
  private let passages: OutputSinks
  private let board: PoolMailbox

  /// Asks for rows to be announced, and tells that there are outcomes.
  private let want: AsyncStream<Range<Int>>.Continuation
  private let tell: AsyncStream<Void>.Continuation

  private var running: [PoolChild] = []
  private var ready: ArraySlice<Int> = []
  private var isAnnouncing = false
  private var announceSize: Int
  private var lastAnnouncement = ContinuousClock.now
  private var next = 0
  private var isStopping = false

  /// Why no more commands can be started.
  private var failure: String?
  private var unreported = 0

  /// When it was first seen, of late, that a signal has ended a command.
  private var firstSignalled: ContinuousClock.Instant?
  private var paths: [String: String] = [:]

  init(
    jobs: Int, count: Int, command: @escaping CommandPool.Command, passages: OutputSinks,
    board: PoolMailbox, want: AsyncStream<Range<Int>>.Continuation,
    tell: AsyncStream<Void>.Continuation
  ) {
    self.jobs = jobs
    self.count = count
    self.command = command
    self.passages = passages
    self.board = board
    self.want = want
    self.tell = tell
    announceSize = jobs
  }

  /// Returns when all rows are done, or stopped.
  func run() -> CommandPool.Ending {
    while true {
      takeNews()
      announceMore()
      startMore()
      if running.isEmpty, !isAnnouncing, ready.isEmpty, isStopping || next == count { break }
      wait()
    }
    if passages.output.isClosed { return .outputClosed }
    if let failure { return .failed(failure) }
    return isStopping ? .stopped : .finished
  }

  private func takeNews() {
    let news = board.takeNews()
    unreported = news.unreported
    if news.isStopping || passages.output.isClosed { isStopping = true }
    if let rows = news.announced {
      isAnnouncing = false
      ready += rows
    }
    if news.hasNoMore { isAnnouncing = false }
    for signal in news.signals { running.forEach { $0.process.signal(signal) } }
    if let signal = news.terminalSignal {
      running.filter { hasMissed(signal.time, $0) }.forEach { $0.process.signal(signal.number) }
    }
    if isStopping { giveBackReady() }
  }

  private func giveBackReady() {
    report(ready.map { CommandOutcome(row: $0, ending: nil) })
    ready = []
  }

  /// Has rows announced early enough that no command waits for it, but not many more than will
  /// have started soon.
  private func announceMore() {
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
    want.yield(rows)
  }

  /// Whether a command was started after the terminal had sent a signal, which others may have got
  /// sooner than this process.
  private func hasMissed(_ time: ContinuousClock.Instant, _ child: PoolChild) -> Bool {
    // A command may have been ended by something else long before.
    let isNews = firstSignalled.map { time - $0 < board.latestNews } ?? false
    return child.started >= (isNews ? min(time, firstSignalled ?? time) : time)
  }

  private func noteSignals(_ ended: [CommandOutcome]) {
    let isSignalled = ended.contains {
      if case .signalled? = $0.ending { true } else { false }
    }
    guard isSignalled else { return }
    let now = ContinuousClock.now
    // A command may have been ended by something else long before.
    if firstSignalled.map({ now - $0 > board.latestNews }) ?? true { firstSignalled = now }
  }

  // MARK: Starting

  private func startMore() {
    while running.count < jobs, unreported < Self.mostUnreported, !isStopping,
      let row = ready.first
    {
      guard start(row) else { return }
      ready = ready.dropFirst()
    }
  }

  /// False if it was not started, and may be when another command has ended.
  private func start(_ row: Int) -> Bool {
    var program = ""
    do {
      let arguments = try command(row)
      guard let first = arguments.first else { throw CommandRefusal.noCommand }
      program = first
      let path = try path(of: program)
      running.append(
        try PoolChild(row: row, path: path, arguments: arguments, passages: passages))
    } catch let failure as ChildProcess.Failure where failure.code == E2BIG {
      // The row is too long; another one need not be.
      report([CommandOutcome(row: row, ending: ChildProcess.Ending(failure))])
    } catch let failure as ChildProcess.Failure {
      if [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(failure.code), !running.isEmpty { return false }
      stop(because: failure.message(of: program, path: paths[program]))
      return false
    } catch let failure as CommandPool.Failure {
      stop(because: failure.reason)
      return false
    } catch {
      report([CommandOutcome(row: row, ending: .notStarted("\(error)"))])
    }
    return true
  }

  private func stop(because reason: String) {
    failure = reason
    isStopping = true
    giveBackReady()
  }

  private func path(of program: String) throws(ChildProcess.Failure) -> String {
    if let known = paths[program] { return known }
    let path = try ProgramPath.find(program)
    if paths.count < 64 { paths[program] = path }
    return path
  }

  // MARK: Waiting

  private func wait() {
    var reading = [board.wakeUp.descriptor]
    for child in running {
      let process = child.process
      reading += [process.ending, process.output.descriptor, process.errors.descriptor]
    }
    guard let ready = Descriptors.wait(reading: reading) else { return }
    if ready[0] { board.wakeUp.acknowledge() }
    var ended: [CommandOutcome] = []
    var left: [PoolChild] = []
    for (place, child) in running.enumerated() {
      if ready[1 + 3 * place] {
        ended.append(child.finish())
        continue
      }
      if ready[2 + 3 * place] { child.readOutput() }
      if ready[3 + 3 * place] { child.readErrors() }
      left.append(child)
    }
    running = left
    noteSignals(ended)
    if ended.contains(where: { $0.ending == .signalled(SIGPIPE) }) { passages.output.check() }
    report(ended)
  }

  private func report(_ outcomes: [CommandOutcome]) {
    guard !outcomes.isEmpty else { return }
    board.add(outcomes)
    unreported += outcomes.count
    tell.yield()
  }
}
