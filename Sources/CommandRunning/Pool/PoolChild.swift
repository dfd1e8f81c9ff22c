import Glibc
import Processes

/// A running command of a pool.
final class PoolChild {
  let row: Int
  let process: ChildProcess

  /// When it had been started.
  let started: ContinuousClock.Instant

  private let passages: OutputSinks
  private var collectedOutput: CollectedOutput?
  private var collectedErrors: CollectedOutput?
  private var lastLine = LastLine()

  /// Starts a command.
  ///
  /// - Throws: ``ChildProcess/Failure``, with nothing left open.
  init(
    row: Int, path: String, arguments: [String], passages: OutputSinks
  ) throws(ChildProcess.Failure) {
    process = try ChildProcess(
      path, arguments, input: .null,
      output: passages.collects ? .pipe : .descriptor(passages.outputDescriptor), errors: .pipe)
    started = .now
    self.row = row
    self.passages = passages
    if passages.collects {
      collectedOutput = CollectedOutput(for: passages.output)
      collectedErrors = CollectedOutput(for: passages.errors)
    }
  }

  /// Takes the rest of the outputs and passes them on; call it when the command has ended.
  ///
  /// What other processes may still write to its pipes is lost.
  func finish() -> CommandOutcome {
    let ending = process.reap()
    // Limited, since a process that the command has left behind may write without end.
    for _ in 0..<32 where !readOutput() { break }
    for _ in 0..<32 where !readErrors() { break }
    collectedOutput?.pass()
    collectedErrors?.pass()
    return CommandOutcome(row: row, ending: ending, lastErrorLine: lastLine.text)
  }

  /// Reads once; false if there is nothing now.
  @discardableResult
  func readOutput() -> Bool {
    process.output.read { collectedOutput?.append($0) }
  }

  /// Reads once; false if there is nothing now.
  @discardableResult
  func readErrors() -> Bool {
    process.errors.read { bytes in
      lastLine.append(bytes)
      if let collectedErrors { collectedErrors.append(bytes) } else { passages.errors.write(bytes) }
    }
  }
}
