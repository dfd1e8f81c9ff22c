import Glibc
import LibraryTestSupport
import Processes
import TestSupport
import Testing

@Suite(.inTurn, .timeLimit(.minutes(10)))
struct ChildProcessTests {
  private func shell(
    _ script: String, variables: [String: String] = [:], input: ChildProcess.Stream = .null,
    output: ChildProcess.Stream = .pipe, errors: ChildProcess.Stream = .null,
    session: ChildProcess.Session = .shared, holding held: Int32? = nil
  ) throws -> ChildProcess {
    try ChildProcess(
      "/bin/sh", ["sh", "-c", script], variables: variables, input: input, output: output,
      errors: errors, session: session, holding: held)
  }

  /// Everything that is written to a pipe until its end.
  private func text(of pipe: ChildPipe) -> String {
    var bytes: [UInt8] = []
    while pipe.isOpen {
      Descriptors.wait(reading: [pipe.descriptor])
      pipe.read { bytes += $0 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func streamsCanBePipes() throws {
    let child = try shell("cat; echo error >&2", input: .pipe, errors: .pipe)
    let sent = Array("sent".utf8).withUnsafeBytes { Descriptors.write(child.input.descriptor, $0) }
    #expect(sent == 4)
    child.input.close()
    #expect(text(of: child.output) == "sent")
    #expect(text(of: child.errors) == "error\n")
    #expect(child.reap() == .exited(0))
  }

  @Test func bothOutputsCanBeOnePipe() throws {
    let child = try shell("cat; echo 1; echo 2 >&2; echo 3", errors: .output)
    #expect(text(of: child.output) == "1\n2\n3\n")
    #expect(!child.errors.isOpen)
    #expect(child.reap() == .exited(0))
  }

  @Test func variablesAreAddedOrReplaced() throws {
    let child = try shell("echo $NEW $HOME ${PATH:+path}", variables: ["NEW": "1", "HOME": "2"])
    #expect(text(of: child.output) == "1 2 path\n")
    #expect(child.reap() == .exited(0))
  }

  @Test func noOtherDescriptorIsOpen() throws {
    // Without O_CLOEXEC, as some libraries do it.
    let leaked = fcntl(STDERR_FILENO, F_DUPFD, 50)
    defer { close(leaked) }
    let child = try shell(
      "for f in 0 1 2 \(leaked); do [ -e /proc/$$/fd/$f ] && echo open || echo closed; done")
    #expect(text(of: child.output) == "open\nopen\nopen\nclosed\n")
    _ = child.reap()
  }

  @Test(arguments: [
    ("exit 0", ChildProcess.Ending.exited(0)), ("exit 255", .exited(255)),
    ("kill -s SEGV $$", .signalled(SIGSEGV)),
  ])
  func itsEndCanBeReadRepeatedly(script: String, expected: ChildProcess.Ending) throws {
    let child = try shell(script, output: .null)
    #expect(child.reap() == expected)
    child.signal(SIGKILL)  // reaches no process
    #expect(child.reap() == expected)
  }

  @Test(arguments: [
    ("/no/program", ENOENT), ("/etc/passwd", EACCES), ("/etc/passwd/x", ENOTDIR),
  ])
  func aFailedStartGivesTheReason(path: String, code: Int32) {
    let failure = #expect(throws: ChildProcess.Failure.self) {
      try ChildProcess(path, [path], input: .pipe, output: .pipe, errors: .pipe)
    }
    #expect(failure?.code == code)
  }

  @Test func aCancelledTaskStillWaitsForTheEnd() async throws {
    let child = try shell("read -r line; exit 7", input: .pipe, output: .null)
    let task = Task {
      await eventually { Task.isCancelled }
      return await child.end()
    }
    task.cancel()
    await eventually { task.isCancelled }
    child.input.close()
    #expect(await task.value == .exited(7))
  }

  @Test func aSignalReachesTheWholeGroupOfASession() async throws {
    let child = try shell(
      """
      (trap 'echo child; exit' TERM; echo; while :; do sleep 0.01; done) &
      trap 'wait; echo parent; exit 3' TERM; echo; while :; do sleep 0.01; done
      """, session: .own)
    var lines = 0
    while lines < 2 {
      Descriptors.wait(reading: [child.output.descriptor])
      child.output.read { lines += $0.count }
    }
    child.signal(SIGTERM)
    #expect(text(of: child.output).split(separator: "\n").sorted() == ["child", "parent"])
    #expect(await child.end() == .exited(3))
  }

  @Test func reapingAProcessWithItsOwnSessionKillsItsGroup() throws {
    let child = try shell("sleep 1000 & echo; wait", session: .guarded(grace: .seconds(1_000)))
    Descriptors.wait(reading: [child.output.descriptor])
    #expect(child.reap() == .signalled(SIGKILL))
    #expect(text(of: child.output) == "\n")  // ends, since no process has the pipe any more
  }

  @Test func aWriteToAClosedPipeIsAnErrorAndNoSignal() throws {
    let child = try shell("exit", input: .pipe, output: .null)
    #expect(child.reap() == .exited(0))
    // A program that another test is about to start may have the other end for a moment.
    var failure: Int32 = 0
    while failure == 0 {
      let count = [UInt8(0)].withUnsafeBytes { Descriptors.write(child.input.descriptor, $0) }
      failure = count < 0 ? errno : 0
      usleep(1_000)
    }
    #expect(failure == EPIPE)
  }

  @Test func aWaitEndsAtItsDeadline() throws {
    let child = try shell("sleep 1000", session: .own)
    let deadline = ContinuousClock.now + .milliseconds(20)
    #expect(Descriptors.wait(reading: [child.ending, -1], until: deadline) == nil)
    #expect(ContinuousClock.now >= deadline)
    _ = child.reap()
    #expect(Descriptors.wait(reading: [child.ending, -1], until: nil) == [true, false])
  }

  // MARK: Holding a descriptor

  /// A pipe whose end shows when no process has its other end any more.
  private func heldPipe() -> (end: Int32, held: Int32) {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  @Test func aDescriptorIsHeldUntilTheProgramHasEnded() throws {
    let (end, held) = heldPipe()
    defer { close(end) }
    let child = try shell(
      "echo $$; ls /proc/$$/fd; read -r line; exit 7", input: .pipe, holding: held)
    close(held)
    Descriptors.wait(reading: [child.output.descriptor])
    #expect(Descriptors.wait(reading: [end], until: .now)?[0] != true)
    child.input.close()
    #expect(text(of: child.output).split(separator: "\n").dropFirst() == ["0", "1", "2"])
    #expect(child.reap() == .exited(7))
    Descriptors.wait(reading: [end])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGUSR1])
  func signalsReachAProgramWithAWaiter(number: Int32) throws {
    let (end, held) = heldPipe()
    defer { for descriptor in [end, held] { close(descriptor) } }
    let child = try shell("echo; exec sleep 600", holding: held)
    Descriptors.wait(reading: [child.output.descriptor])
    child.signal(number)
    #expect(child.reap() == .signalled(number))
    let caught = try shell(
      "trap 'exit 3' INT TERM HUP USR1; echo; while :; do sleep 0.01; done", holding: held)
    Descriptors.wait(reading: [caught.output.descriptor])
    caught.signal(number)
    #expect(caught.reap() == .exited(3))
  }

  @Test func ifTheWaiterWasKilledTheEndIsUnknown() throws {
    let (end, held) = heldPipe()
    defer { close(end) }
    let child = try shell("echo $PPID; read -r line", input: .pipe, holding: held)
    close(held)
    var bytes: [UInt8] = []
    Descriptors.wait(reading: [child.output.descriptor])
    child.output.read { bytes += $0 }
    let waiter = try #require(
      pid_t(String(decoding: bytes, as: UTF8.self).trimmingPrefix(" ").prefix { $0 != "\n" }))
    kill(waiter, SIGKILL)
    #expect(child.reap() == .unknown)
    child.input.close()
  }

  @Test func aFailedStartIsReportedThroughTheWaiter() throws {
    let (end, held) = heldPipe()
    defer { close(end) }
    #expect {
      try ChildProcess(
        "/no/such", ["x"], input: .null, output: .null, errors: .null, holding: held)
    } throws: { ($0 as? ChildProcess.Failure)?.code == ENOENT }
    close(held)
    Descriptors.wait(reading: [end])
  }
}
