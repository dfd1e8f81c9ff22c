import CommandRunning
import Foundation
import Glibc
import LibraryTestSupport
import Processes
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn, .timeLimit(.minutes(10)))
struct PreviewProcessTests {
  /// The reports of a preview.
  private final class Reports: Sendable {
    private let all = Mutex<[PreviewReport]>([])

    func add(_ report: PreviewReport) { all.withLock { $0.append(report) } }

    var list: [PreviewReport] { all.withLock { $0 } }

    var text: String {
      let bytes = list.flatMap { if case .output(let bytes) = $0 { bytes } else { [UInt8]() } }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private let reports = Reports()

  private func preview(
    _ script: String, _ change: (inout PreviewLimits) -> Void = { _ in }
  ) throws -> PreviewProcess {
    var limits = PreviewLimits()
    change(&limits)
    let command = try ShellTemplate(script).command(for: CommandRow(name: "marsh"))
    return PreviewProcess(command, columns: 40, lines: 7, limits: limits)
  }

  private func run(
    _ script: String, _ change: (inout PreviewLimits) -> Void = { _ in }
  ) async throws {
    let reports = reports
    try await preview(script, change).run { reports.add($0) }
  }

  /// Starts a preview, waits for its first output, which has process IDs, and cancels it.
  private func cancelled(
    _ script: String, after lines: Int, grace: Duration = PreviewLimits().grace
  ) async throws -> [pid_t] {
    let (preview, reports) = (try preview(script) { $0.grace = grace }, reports)
    let task = Task { await preview.run { reports.add($0) } }
    await eventually { reports.text.split(separator: "\n").count >= lines }
    task.cancel()
    await task.value
    return reports.text.split(separator: "\n").compactMap { pid_t($0) }
  }

  private func isRunning(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return !text.contains(") Z ")
  }

  @Test func bothOutputsAndTheExitStatusAreReported() async throws {
    try await run("echo {}; echo error >&2; exit 3")
    #expect(reports.text == "marsh\nerror\n")
    #expect(reports.list.last == .ended(.exited(3)))
  }

  @Test func theCommandKnowsItsSizeAndHasNoInputAndNoTerminal() async throws {
    try await run(
      "cat; echo $TARGETS_PREVIEW_COLUMNS $TARGETS_PREVIEW_LINES; (: </dev/tty) 2>/dev/null || echo no"
    )
    #expect(reports.text == "40 7\nno\n")
  }

  @Test func outputIsReportedWhileTheCommandRuns() async throws {
    let directory = TemporaryDirectory()
    let go = directory.path("go")
    let (preview, reports) = (
      try preview("echo one; until [ -e \(go) ]; do sleep 0.01; done; echo two"), reports
    )
    async let end: Void = preview.run { reports.add($0) }
    await eventually { reports.text == "one\n" }
    try directory.write("", to: "go")
    await end
    #expect(reports.text == "one\ntwo\n")
    #expect(reports.list.last == .ended(.exited(0)))
  }

  @Test func smallPiecesAreReportedTogether() async throws {
    try await run("i=0; while [ $i -lt 2000 ]; do echo $i; i=$((i+1)); done")
    #expect(reports.text.split(separator: "\n").count == 2_000)
    #expect(reports.list.count < 200)
  }

  @Test func tooMuchOutputIsCutAndTheCommandEnded() async throws {
    try await run("yes")
    #expect(reports.text.utf8.count == 1 << 20)
    #expect(reports.list.last == .cut)
    #expect(!reports.list.contains { if case .ended = $0 { true } else { false } })
  }

  @Test(arguments: [(1 << 20, true), ((1 << 20) + 1, false)])
  func outputOfExactlyTheLimitIsNotCut(count: Int, isWhole: Bool) async throws {
    try await run("head -c \(count) /dev/zero")
    #expect(reports.list.last == (isWhole ? .ended(.exited(0)) : .cut))
    #expect(reports.text.utf8.count == 1 << 20)
  }

  @Test func silenceIsReportedOnce() async throws {
    try await run("sleep 0.3; echo x; sleep 0.2") { $0.silence = .milliseconds(50) }
    #expect(reports.list == [.silent, .output(Array("x\n".utf8)), .ended(.exited(0))])
  }

  @Test func aClosedOutputIsNotTheEnd() async throws {
    try await run("exec >&- 2>&-; sleep 0.1; exit 4")
    #expect(reports.list == [.ended(.exited(4))])
  }

  @Test func aKilledCommandIsReported() async throws {
    try await run("kill -s SEGV $$")
    #expect(reports.list == [.ended(.signalled(SIGSEGV))])
  }

  @Test func leftoverProcessesAreKilled() async throws {
    try await run("sleep 600 & echo $!; (trap '' TERM HUP; exec sleep 600) & echo $!")
    let left = reports.text.split(separator: "\n").compactMap { pid_t($0) }
    #expect(left.count == 2)
    await eventually { !left.contains(where: isRunning) }
    #expect(reports.list.last == .ended(.exited(0)))
  }

  @Test func leavingTheRowEndsTheCommandAndItsProcesses() async throws {
    let processes = try await cancelled("echo $$; sleep 600 & echo $!; wait", after: 2)
    #expect(kill(processes[0], 0) != 0)  // reaped
    await eventually { !processes.contains(where: isRunning) }
    #expect(!reports.list.contains { if case .ended = $0 { true } else { false } })
  }

  @Test func aProcessThatIgnoresTheEndIsKilled() async throws {
    let start = ContinuousClock.now
    let processes = try await cancelled(
      "trap '' TERM; echo $$; while :; do sleep 1; done", after: 1)
    #expect(kill(processes[0], 0) != 0)
    #expect(ContinuousClock.now - start >= .milliseconds(500))
  }

  @Test func aCommandHasTimeToCleanUp() async throws {
    let directory = TemporaryDirectory()
    let file = directory.path("cleaned")
    _ = try await cancelled(
      "trap 'sleep 1; echo >\(file); exit' TERM; echo $$; while :; do sleep 0.01; done", after: 1,
      grace: .seconds(60))
    #expect(access(file, F_OK) == 0)
  }

  @Test func aCommandThatKeepsWritingCanCleanUp() async throws {
    let directory = TemporaryDirectory()
    let file = directory.path("cleaned")
    _ = try await cancelled(
      "trap 'seq 100000; echo >\(file); exit' TERM; echo $$; while :; do sleep 0.01; done",
      after: 1, grace: .seconds(60))
    #expect(access(file, F_OK) == 0)
    #expect(reports.text.split(separator: "\n").count == 1)
  }

  @Test func cancelledBeforeItBeganNothingIsStarted() async throws {
    let directory = TemporaryDirectory()
    let (preview, reports) = (try preview("touch \(directory.path("x"))"), reports)
    let task = Task {
      await eventually { Task.isCancelled }
      await preview.run { reports.add($0) }
    }
    task.cancel()
    await task.value
    #expect(reports.list.isEmpty)
    #expect(access(directory.path("x"), F_OK) != 0)
  }

  @Test func aStoppedCommandIsEndedToo() async throws {
    let processes = try await cancelled("echo $$; kill -s STOP $$", after: 1)
    #expect(kill(processes[0], 0) != 0)
  }

  @Test func aScriptThatIsTooLongIsNotStarted() async throws {
    try await run("echo " + String(repeating: "x", count: 1 << 18))
    #expect(reports.list == [.ended(.notStarted("Argument list too long"))])
  }
}
