import Glibc
public import Testing

/// A program running on its own terminal, as if a person sat there.
///
/// Nothing happens in the background: the program's output is read, and its input is written, only
/// in ``wait(timeout:sourceLocation:until:)`` and ``waitForExit(timeout:sourceLocation:)``.
/// Characters are as wide as libvterm's tables say; they have no emoji sequences. The program is
/// killed when the session is let go; then every byte it sent has been looked at, and what must not
/// reach a terminal is an issue.
public final class TerminalSession {
  /// The origin of the program's standard input.
  public enum Input {
    /// The terminal.
    case terminal

    /// A file.
    case file(String)

    /// A pipe with these bytes.
    case pipe([UInt8])

    /// A pipe with this text.
    public static func text(_ text: String) -> Input { .pipe(Array(text.utf8)) }

    /// A pipe that stays open until ``TerminalSession/closeInput()``.
    case openPipe
  }

  /// The destination of one of the program's outputs.
  public enum Output {
    /// The terminal.
    case terminal

    /// A pipe whose content is stored.
    case pipe
  }

  /// The program's process, which leads its own session and process group.
  public let processID: Int32

  /// The program's home and variables.
  public let environment: ProgramEnvironment

  /// The content of the terminal, as far as the program's output was read.
  ///
  /// - Complexity: O(*n*) in the cells, once after each change.
  public var screen: Screen {
    if let seen { return seen }
    let screen = model.snapshot()
    seen = screen
    return screen
  }

  /// All bytes that the program has sent to the terminal.
  public private(set) var output: [UInt8] = []

  /// The standard output so far, if it is a pipe.
  public private(set) var standardOutput: [UInt8] = []

  /// The terminal's attributes before the program started.
  public let attributesAtStart: TerminalAttributes?

  private let oracle: ByteOracle?
  private let sourceLocation: SourceLocation
  private let child: ChildProcess
  private let terminal: PseudoTerminal
  private let model: ScreenModel
  private let input: PipeFeed?
  private let outputPipe: Descriptor?
  private var seen: Screen?
  private var pendingKeys: [UInt8] = []
  private var isReading = true

  /// Starts a program on a new terminal; throws ``HarnessError`` if that fails.
  ///
  /// The oracle checks the program's output; `nil` for foreign programs, which are not checked.
  public init(
    _ executable: String, _ arguments: [String] = [],
    environment: ProgramEnvironment = ProgramEnvironment(), directory: String? = nil,
    standardInput: Input = .terminal, standardOutput: Output = .terminal,
    rows: Int = 24, columns: Int = 80, oracle: ByteOracle? = .screen,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    self.oracle = oracle
    self.sourceLocation = sourceLocation
    terminal = try PseudoTerminal(rows: rows, columns: columns)
    attributesAtStart = TerminalAttributes(terminal.slave)
    let tty = ChildProcess.Source.path(terminal.slavePath, O_RDWR)
    let (source, input) = try Self.open(standardInput, tty: tty)
    let pipe = standardOutput == .pipe ? try Descriptor.pipe() : nil
    child = try ChildProcess(
      executable, arguments, environment: environment.variables, directory: directory,
      terminal: terminal.slavePath,
      sources: [source, pipe.map { .descriptor($0.writing) } ?? tty, tty])
    model = ScreenModel(rows: rows, columns: columns)
    processID = child.identifier
    self.environment = environment
    self.input = input
    outputPipe = pipe?.reading
    outputPipe?.stopBlocking()
  }

  deinit {
    if terminal.master.isOpen { _ = terminal.master.drain(into: &output) }
    oracle?.check(output, mayEndEarly: true, sourceLocation: sourceLocation)
  }

  private static func open(
    _ input: Input, tty: ChildProcess.Source
  ) throws(HarnessError) -> (ChildProcess.Source, PipeFeed?) {
    let bytes: [UInt8]
    let ends: Bool
    switch input {
    case .terminal: return (tty, nil)
    case .file(let path): return (.path(path, O_RDONLY), nil)
    case .pipe(let all): (bytes, ends) = (all, true)
    case .openPipe: (bytes, ends) = ([], false)
    }
    let pipe = try Descriptor.pipe()
    return (.descriptor(pipe.reading), PipeFeed(pipe.writing, bytes, ends: ends))
  }

  /// The terminal's attributes now; `nil` after ``hangUp()``.
  public var attributes: TerminalAttributes? { TerminalAttributes(terminal.slave) }

  /// Whether the program has read all keys that were typed.
  public var hasReadKeys: Bool {
    var count: Int32 = 0
    return pendingKeys.isEmpty
      && ioctl(terminal.slave.number, UInt(FIONREAD), &count) == 0 && count == 0
  }

  /// How the program ended; `nil` if it was not seen to end yet.
  public var exitStatus: ExitStatus? { child.status }

  // MARK: What the person does

  /// Types text, which may contain escape sequences of keys.
  public func send(_ text: String) {
    send(Array(text.utf8))
  }

  /// Types bytes, which need not be UTF-8.
  public func send(_ bytes: [UInt8]) {
    pendingKeys += bytes
    transfer()
  }

  /// Writes into the program's standard input, which must be an open pipe.
  public func feed(_ text: String) {
    input?.append(text.utf8)
  }

  /// Ends the program's standard input.
  public func closeInput() {
    input?.end()
  }

  /// Stops reading the program's output, like a stuck connection.
  public func stopReading() {
    isReading = false
  }

  /// Reads the output again.
  public func startReading() {
    isReading = true
    transfer()
  }

  /// Changes the size of the window.
  ///
  /// Below two rows or ten columns, ``screen`` is not updated.
  public func resize(rows: Int, columns: Int) {
    transfer()  // output that was painted for the old size belongs on the old screen
    model.resize(rows: rows, columns: columns)
    terminal.resize(rows: rows, columns: columns)
    seen = nil
  }

  /// Reports a size to the program that ``screen`` does not get, because no window has it.
  public func resizeUnseen(rows: Int, columns: Int) {
    terminal.resize(rows: rows, columns: columns)
  }

  /// Sends the program a signal.
  public func signal(_ number: Int32) {
    kill(processID, number)
  }

  /// Closes the window: the program loses its terminal.
  public func hangUp() {
    transfer()
    terminal.master.close()
    terminal.slave.close()
  }

  // MARK: What the person waits for

  /// Waits for the screen to satisfy a condition, and records an issue if it never does.
  ///
  /// The condition is checked now, and again after each output of the program; if the program has
  /// ended, there is no wait. Returns whether the condition held.
  @discardableResult
  public func wait(
    timeout: Duration = .seconds(180), sourceLocation: SourceLocation = #_sourceLocation,
    until condition: (Screen) -> Bool
  ) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    transfer()
    while !condition(screen) {
      guard exitStatus == nil, turn(until: deadline) else {
        Issue.record("\(report)", sourceLocation: sourceLocation)
        return false
      }
    }
    return true
  }

  /// Waits for the program to end, and records an issue (and kills it) if it does not.
  ///
  /// Returns how it ended, or `nil` if it had to be killed.
  @discardableResult
  public func waitForExit(
    timeout: Duration = .seconds(180), sourceLocation: SourceLocation = #_sourceLocation
  ) -> ExitStatus? {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while exitStatus == nil {
      guard turn(until: deadline) else {
        Issue.record("\(report)", sourceLocation: sourceLocation)
        kill(processID, SIGKILL)
        child.reap()
        return nil
      }
    }
    return exitStatus
  }

  private var report: String {
    let state = exitStatus.map { "ended with \($0)" } ?? "still running"
    return "The program (\(state), cursor at \(screen.cursor)) shows:\n\(screen.text)"
  }

  // MARK: Reading and writing

  /// Waits until something can be read or written, and reads or writes it.
  ///
  /// - Returns: False if the time is up.
  private func turn(until deadline: ContinuousClock.Instant) -> Bool {
    let keys = (isReading ? POLLIN : 0) | (pendingKeys.isEmpty ? 0 : POLLOUT)
    // A closed descriptor has a negative number, which `poll` ignores.
    var set = [
      pollfd(fd: child.ending.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: terminal.master.number, events: Int16(keys), revents: 0),
      pollfd(fd: outputPipe?.number ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    if let polled = input?.polled { set.append(polled) }
    let ready = poll(&set, nfds_t(set.count), deadline.millisecondsAway)
    if ready > 0, set[0].revents != 0 { child.reap() }
    transfer()
    return ready != 0 && .now < deadline
  }

  private func transfer() {
    let start = output.count
    if isReading, !terminal.master.drain(into: &output) { terminal.master.close() }
    if output.count > start {
      pendingKeys += model.show(output[start...])
      seen = nil
    }
    _ = terminal.master.write(from: &pendingKeys)
    if let outputPipe, !outputPipe.drain(into: &standardOutput) { outputPipe.close() }
    input?.push()
  }
}
