import CSpawn
import Glibc
import Synchronization

/// A program that this process has started.
///
/// It gets default signals, the environment of this process, and no descriptors but its three
/// streams. Releasing it neither ends nor reaps the program.
package final class ChildProcess: Sendable {
  /// The type of one of the program's streams.
  package enum Stream: Equatable, Sendable {
    /// `/dev/null`.
    case null
    case descriptor(Int32)

    /// A pipe, whose other end belongs to this process.
    case pipe

    /// For standard error: the same as standard output.
    case output

    fileprivate func descriptor(pipe: ChildPipe, null: Int32) -> Int32 {
      switch self {
      case .null, .output: null
      case .descriptor(let descriptor): descriptor
      case .pipe: pipe.childs
      }
    }
  }

  package enum Session: Equatable, Sendable {
    /// The program shares this process's group, so it also receives the terminal's signals.
    case shared

    /// The program leads its own session and process group, and has no terminal.
    case own

    /// The program has its own group. If this process ends without reaping it, for example by
    /// SIGKILL, the group is killed after the grace time.
    case guarded(grace: Duration)
  }

  /// Becomes readable when the program has ended; valid as long as this object exists.
  package let ending: Int32

  /// Pipes for the streams that are pipes; closed ones for the others.
  package let input: ChildPipe
  package let output: ChildPipe
  package let errors: ChildPipe

  /// The process ID of the program, or of the process that waits for it.
  private let id: pid_t

  /// The pipe on which the waiting process reports how the program ended; -1 without one.
  private let report: Int32
  private let leadsGroup: Bool
  private let groupGuard: ChildProcess?

  /// How the program ended, if it has been reaped; its ID may then belong to another process.
  private let reaped = Mutex<Ending?>(nil)

  /// Starts the program at a path, with texts as arguments.
  ///
  /// - Throws: ``Failure``; no descriptor remains open.
  package convenience init(
    _ path: String, _ arguments: [String], variables: [String: String] = [:], input: Stream,
    output: Stream, errors: Stream, session: Session = .shared, in folder: String? = nil,
    holding held: Int32? = nil
  ) throws(Failure) {
    try self.init(
      path, arguments.map { Array($0.utf8) }, variables: variables, input: input, output: output,
      errors: errors, session: session, in: folder, holding: held)
  }

  /// Starts the program at a path.
  ///
  /// The first one of `arguments` is its name. Arguments may have any bytes but NUL. `variables`
  /// are added to the environment of this process, or replace its variables; its `PATH` has only the
  /// absolute folders of that of this process. If `held` is given, a
  /// helper process keeps that descriptor open until the program has ended, even if this process
  /// ends first. The program starts in `folder`, or else in the folder of this process.
  ///
  /// - Throws: ``Failure``; no descriptor remains open.
  package init(
    _ path: String, _ arguments: [[UInt8]], variables: [String: String] = [:], input: Stream,
    output: Stream, errors: Stream, session: Session = .shared, in folder: String? = nil,
    holding held: Int32? = nil
  ) throws(Failure) {
    self.input = input == .pipe ? try ChildPipe(.toChild) : .none
    self.output = output == .pipe ? try ChildPipe(.fromChild) : .none
    self.errors = errors == .pipe ? try ChildPipe(.fromChild) : .none
    leadsGroup = session != .shared
    var null: Int32 = -1
    if [input, output, errors].contains(.null) {
      null = open("/dev/null", O_RDWR | O_CLOEXEC)
      guard null >= 0 else { throw Failure(code: errno) }
    }
    defer { if null >= 0 { close(null) } }
    var command = cspawn_command()
    command.input = input.descriptor(pipe: self.input, null: null)
    command.output = output.descriptor(pipe: self.output, null: null)
    command.errors =
      errors == .output ? command.output : errors.descriptor(pipe: self.errors, null: null)
    command.has_own_session = leadsGroup
    command.held = held ?? -1
    // The guard must exist before the program, because this process may be killed at any moment.
    groupGuard = if case .guarded(let grace) = session { Self.guardOfGroup(grace) } else { nil }
    let started: cspawn_process
    do throws(Failure) {
      started = try Self.start(command, path, arguments, variables, folder)
    } catch {
      _ = groupGuard?.reap()
      throw error
    }
    groupGuard?.guardGroup(started.process)
    (id, ending, report) = (started.process, started.ending, started.report)
    for pipe in [self.input, self.output, self.errors] { pipe.closeChilds() }
  }

  deinit {
    close(ending)
    if report >= 0 { close(report) }
  }

  private static func start(
    _ command: cspawn_command, _ path: String, _ arguments: [[UInt8]],
    _ variables: [String: String], _ folder: String?
  ) throws(Failure) -> cspawn_process {
    var command = command
    var started = cspawn_process()
    var variables = variables
    if let path = SearchPath.replacement { variables["PATH"] = path }
    let words = arguments.map { strdup(($0 + [0]).map { CChar(bitPattern: $0) }) } + [nil]
    let settings = variables.isEmpty ? [] : environment(with: variables).map { strdup($0) } + [nil]
    let place = folder.map { strdup($0) } ?? nil
    defer { (words + settings + [place]).forEach { free($0) } }
    command.folder = UnsafePointer(place)
    let failure = path.withCString { path in
      words.withUnsafeBufferPointer { words in
        settings.withUnsafeBufferPointer { settings in
          command.path = path
          command.arguments = words.baseAddress
          if !settings.isEmpty { command.environment = settings.baseAddress }
          return cspawn_start(&command, &started)
        }
      }
    }
    guard failure == 0 else { throw Failure(code: failure) }
    return started
  }

  private static func environment(with variables: [String: String]) -> [String] {
    var entries: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let setting = String(cString: text)
      let name = setting.prefix { $0 != "=" }
      if variables[String(name)] == nil { entries.append(setting) }
      entry += 1
    }
    return entries + variables.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// A shell that reads the number of a group and then waits for the end of the pipe, whose other
  /// end only this process has; `nil` if it cannot be started.
  ///
  /// `PR_SET_PDEATHSIG` would not do: it sends a signal when the thread that started the program
  /// ends, and only to that program.
  private static func guardOfGroup(_ grace: Duration) -> ChildProcess? {
    let script = """
      read -r group || exit; read -r _; [ -z "$1" ] || sleep "$1"; kill -s KILL -- "-$group"
      """
    let time = grace > .zero ? "\(grace / .seconds(1))" : ""
    return try? ChildProcess(
      "/bin/sh", ["sh", "-c", script, "sh", time], input: .pipe, output: .null, errors: .null,
      session: .own)
  }

  /// Sends the number of the group to such a shell; a text this short fits into any pipe.
  private func guardGroup(_ group: pid_t) {
    Array("\(group)\n".utf8).withUnsafeBytes { text in
      _ = Descriptors.write(input.descriptor, text)
    }
  }

  // MARK: Ending

  /// Sends a signal to the program, or to its process group if it leads one.
  ///
  /// Does nothing once it has been reaped. Can be called from any thread.
  package func signal(_ number: Int32) {
    reaped.withLock { reaped in
      if reaped == nil { kill(leadsGroup ? -id : id, number) }
    }
  }

  /// Waits for the end of the program and reaps it.
  ///
  /// If it leads a group, the rest of the group is killed first, including the program if it still runs.
  package func reap() -> Ending {
    if !leadsGroup { Descriptors.wait(reading: [ending]) }
    return reaped.withLock { reaped in
      if let reaped { return reaped }
      // Neither ID can be reused before `waitpid`.
      if leadsGroup { kill(-id, SIGKILL) }
      _ = groupGuard?.reap()
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      let isTold = report < 0 || read(report, &status, MemoryLayout<Int32>.size) > 0
      let ending = isTold ? Ending(waitStatus: status) : .unknown
      reaped = ending
      return ending
    }
  }

  /// Like ``reap()``, but always waits for the end of the program, without blocking a thread.
  package func end() async -> Ending {
    await Descriptors.ready(reading: [ending])
    return reap()
  }
}

extension ChildProcess {
  /// How a program ended.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)

    /// It was never started; the reason is the system's message.
    case notStarted(String)

    /// The process that waited for it was killed, so it may still be running.
    case unknown

    init(waitStatus status: Int32) {
      let signal = status & 0x7f
      self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }

    package init(_ failure: Failure) {
      self = .notStarted("\(failure)")
    }
  }

  /// Why a program was not started, as an `errno`.
  package struct Failure: Error, CustomStringConvertible {
    package let code: Int32

    package init(code: Int32) { self.code = code }

    package var description: String { String(cString: strerror(code)) }
  }
}

extension ChildProcess.Ending: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let number): "killed by \(Self.name(of: number))"
    case .notStarted(let reason): "could not be started: \(reason)"
    case .unknown: "how it ended is unknown"
    }
  }

  private static func name(of signal: Int32) -> String {
    sigabbrev_np(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)"
  }
}
