import Glibc

/// A running command of a pool.
final class PoolChild {
  let row: Int

  /// Readable when the command has ended.
  let ending: Int32

  /// The pipes that it writes to; -1 when closed, or if the command writes elsewhere.
  private(set) var output: Int32
  private(set) var errors: Int32

  /// When it had been started.
  let started: ContinuousClock.Instant

  private let process: pid_t
  private let passages: OutputSinks
  private var collectedOutput: CollectedOutput?
  private var collectedErrors: CollectedOutput?
  private var lastLine = LastLine()

  /// Starts a command.
  ///
  /// - Throws: ``ProgramPath/Failure``, with nothing left open.
  init(
    row: Int, path: String, arguments: [String], passages: OutputSinks
  ) throws(ProgramPath.Failure) {
    let outputs = passages.collects ? try ChildPipe() : nil
    let errors: ChildPipe
    do {
      errors = try ChildPipe()
    } catch {
      outputs?.closeBoth()
      throw error
    }
    let command = ChildCommand(
      path: path, arguments: arguments, input: passages.noInput,
      output: outputs?.writing ?? passages.outputDescriptor, errors: errors.writing)
    do {
      (process, ending) = try command.start()
      started = .now
    } catch {
      outputs?.closeBoth()
      errors.closeBoth()
      throw error
    }
    for pipe in [outputs, errors] { pipe?.closeWriting() }
    self.row = row
    self.passages = passages
    output = outputs?.reading ?? -1
    self.errors = errors.reading
    if passages.collects {
      collectedOutput = CollectedOutput(for: passages.output)
      collectedErrors = CollectedOutput(for: passages.errors)
    }
  }

  /// The process and its ID cannot be reused before ``finish()``.
  func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Reads once from the pipes that are ready.
  func read(_ buffer: UnsafeMutableRawBufferPointer, output isReady: Bool, errors hasErrors: Bool) {
    if isReady { readOutput(buffer) }
    if hasErrors { readErrors(buffer) }
  }

  /// Takes the rest of the outputs and passes them on; call it when the command has ended.
  ///
  /// What other processes may still write to its pipes is lost.
  func finish(_ buffer: UnsafeMutableRawBufferPointer) -> CommandOutcome {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // Limited, since a process that the command has left behind may write without end.
    for _ in 0..<32 where output >= 0 { if !readOutput(buffer) { break } }
    for _ in 0..<32 where errors >= 0 { if !readErrors(buffer) { break } }
    collectedOutput?.pass()
    collectedErrors?.pass()
    for descriptor in [output, errors, ending] where descriptor >= 0 { close(descriptor) }
    return CommandOutcome(
      row: row, ending: CommandEnding(waitStatus: status), lastErrorLine: lastLine.text)
  }

  @discardableResult
  private func readOutput(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard let bytes = Self.read(&output, buffer) else { return false }
    collectedOutput?.append(bytes)
    return true
  }

  @discardableResult
  private func readErrors(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard let bytes = Self.read(&errors, buffer) else { return false }
    lastLine.append(bytes)
    if let collectedErrors { collectedErrors.append(bytes) } else { passages.errors.write(bytes) }
    return true
  }

  /// `nil` if there is nothing now; at the end, also closes the pipe.
  private static func read(
    _ pipe: inout Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    let count = Glibc.read(pipe, buffer.baseAddress, buffer.count)
    if count > 0 { return UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
    if count == 0 || (errno != EAGAIN && errno != EINTR) {
      close(pipe)
      pipe = -1
    }
    return nil
  }
}
