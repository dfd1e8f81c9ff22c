import Glibc

/// The result of a program that ran to its end without access to a terminal.
public struct ProgramRun: Sendable {
  /// The origin of the program's standard input.
  public enum Input: Sendable {
    /// `/dev/null`.
    case empty

    /// A file.
    case file(String)

    /// A pipe with these bytes.
    case bytes([UInt8])

    /// A pipe with this text.
    case text(String)
  }

  /// How the program ended.
  public let status: ExitStatus

  /// Everything it wrote to standard output.
  public let outputBytes: [UInt8]

  /// Everything it wrote to standard error.
  public let errorBytes: [UInt8]

  /// Standard output as text.
  public var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// Standard error as text.
  public var error: String { String(decoding: errorBytes, as: UTF8.self) }

  /// Runs a program and waits for its end.
  ///
  /// The program leads a session without a controlling terminal: `/dev/tty` cannot be opened.
  /// `closing` are the descriptors (0, 1, 2) that it starts without, as `>&-` does.
  ///
  /// Throws ``HarnessError`` if it cannot be started, or does not end within `timeout` and is killed.
  public init(
    _ executable: String, _ arguments: [String] = [], input: Input = .empty,
    environment: ProgramEnvironment = ProgramEnvironment(), directory: String? = nil,
    closing: Set<Int32> = [], timeout: Duration = .seconds(180)
  ) throws {
    let outputs = [try Descriptor.pipe(), try Descriptor.pipe()]
    let (source, feed) = try Self.open(input)
    let sources = [source] + outputs.map { .descriptor($0.writing) }
    let child = try ChildProcess(
      executable, arguments, environment: environment.variables,
      directory: directory ?? environment.home.path,
      sources: zip(Int32(0)..., sources).map { closing.contains($0) ? .closed : $1 })
    for pipe in outputs {
      pipe.writing.close()
      pipe.reading.stopBlocking()
    }
    let written = try Self.finish(
      child, feed, outputs.map(\.reading), name: executable, within: timeout)
    guard let status = child.status else { throw HarnessError.timedOut(executable) }
    self.status = status
    outputBytes = written[0]
    errorBytes = written[1]
  }

  private static func open(
    _ input: Input
  ) throws(HarnessError) -> (ChildProcess.Source, PipeFeed?) {
    let bytes: [UInt8]
    switch input {
    case .empty: return (.path("/dev/null", O_RDONLY), nil)
    case .file(let path): return (.path(path, O_RDONLY), nil)
    case .bytes(let all): bytes = all
    case .text(let text): bytes = Array(text.utf8)
    }
    let pipe = try Descriptor.pipe()
    return (.descriptor(pipe.reading), PipeFeed(pipe.writing, bytes, ends: true))
  }

  /// Writes and reads until the program has ended and all its output was read.
  private static func finish(
    _ child: ChildProcess, _ feed: PipeFeed?, _ pipes: [Descriptor], name: String,
    within timeout: Duration
  ) throws(HarnessError) -> [[UInt8]] {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    var written = [[UInt8]](repeating: [], count: pipes.count)
    while child.status == nil {
      var set = [pollfd(fd: child.ending.number, events: Int16(POLLIN), revents: 0)]
      set += pipes.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
      if let polled = feed?.polled { set.append(polled) }
      let ready = poll(&set, nfds_t(set.count), deadline.millisecondsAway)
      if ready == 0 || .now >= deadline { throw .timedOut(name) }
      if ready > 0, set[0].revents != 0 { child.reap() }
      feed?.push()
      for (index, pipe) in pipes.enumerated() where !pipe.drain(into: &written[index]) {
        pipe.close()
      }
    }
    return written
  }
}
