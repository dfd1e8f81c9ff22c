import Glibc
import Processes

/// A running command of a pool.
struct PoolChild: Sendable {
  let row: Int
  let process: ChildProcess
  let outputs: PoolOutputs

  /// Passes on what the command writes, waits for its end on this thread, and reaps it.
  ///
  /// What other processes may still write to its pipes then is lost.
  ///
  /// `reaped` is called as soon as it has ended; passing on its outputs may take longer.
  func follow(reaped: (ChildProcess.Ending) -> Void) -> CommandOutcome {
    let sinks = outputs.areCollected ? [outputs.output, outputs.errors] : []
    let collected = sinks.map { CollectedOutput(for: $0, of: outputs) }
    var lastLine = LastLine()
    func readOutput() -> Bool {
      process.output.read { collected.first?.append($0) }
    }
    func readErrors() -> Bool {
      process.errors.read { bytes in
        lastLine.append(bytes)
        if let errors = collected.last { errors.append(bytes) } else { outputs.errors.write(bytes) }
      }
    }
    let pipes = [process.output, process.errors]
    while let ready = Descriptors.wait(reading: [process.ending] + pipes.map(\.descriptor)),
      !ready[0]
    {
      if ready[1] { _ = readOutput() }
      if ready[2] { _ = readErrors() }
    }
    let ending = process.reap()
    reaped(ending)
    // Limited, since a process that the command has left behind may write without end.
    for _ in 0..<32 where !readOutput() { break }
    for _ in 0..<32 where !readErrors() { break }
    outputs.inTurn { for output in collected { output.pass() } }
    if ending == .signalled(SIGPIPE) { outputs.output.check() }
    return CommandOutcome(row: row, ending: ending, lastErrorLine: lastLine.text)
  }
}
