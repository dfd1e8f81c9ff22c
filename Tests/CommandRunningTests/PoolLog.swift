import CommandRunning
import Glibc
import Processes
import TestSupport

/// The reports of a pool.
actor PoolLog {
  private(set) var announced: [Range<Int>] = []
  private(set) var reports: [[CommandOutcome]] = []

  /// Allows all of them to be started.
  func announce(_ rows: Range<Int>) -> [Int] {
    announced.append(rows)
    return Array(rows)
  }

  func report(_ outcomes: [CommandOutcome]) { reports.append(outcomes) }

  var outcomes: [CommandOutcome] { reports.flatMap { $0 } }
  var endings: [Int: ChildProcess.Ending?] {
    Dictionary(uniqueKeysWithValues: outcomes.map { ($0.row, $0.ending) })
  }
}

/// Files that replace standard output and standard error.
final class PoolOutput: Sendable {
  private let directory = TemporaryDirectory()
  let output: Int32
  let errors: Int32

  init() {
    output = open(directory.path("output"), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    errors = open(directory.path("errors"), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  deinit {
    close(output)
    close(errors)
  }

  /// A pool that accepts the news of a Ctrl-C up to an hour after a command ended.
  ///
  /// So slow tests do not fail.
  func pool(jobs: Int) -> CommandPool {
    CommandPool(jobs: jobs, output: output, errors: errors, latestNews: .seconds(3_600))
  }

  var written: String { Self.text(of: output) }
  var writtenErrors: String { Self.text(of: errors) }

  private static func text(of file: Int32) -> String {
    let size = Int(lseek(file, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: size)
    _ = pread(file, &bytes, size, 0)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension CommandPool {
  /// Runs scripts in which `$1` is the number of the row.
  func run(_ script: String, count: Int, log: PoolLog) async throws -> Ending {
    try await run(
      count: count, command: { ["sh", "-c", script, "sh", "\($0)"] },
      willStart: { await log.announce($0) }, ended: { await log.report($0) })
  }

  func run(
    count: Int, command: @escaping Command,
    willStart: @escaping @Sendable (Range<Int>) async throws -> [Int],
    ended: @escaping @Sendable ([CommandOutcome]) async throws -> Void
  ) async throws -> Ending {
    try await run(count: count, command: command) { outcomes, next in
      let rows = next.isEmpty ? [] : try await willStart(next)
      if !outcomes.isEmpty { try await ended(outcomes) }
      return rows
    }
  }
}
