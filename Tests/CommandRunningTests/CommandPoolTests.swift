import CommandRunning
import Foundation
import Glibc
import Processes
import TestSupport
import Testing

@Suite(.inTurn, .timeLimit(.minutes(10)))
struct CommandPoolTests {
  private let output = PoolOutput()
  private let log = PoolLog()

  @Test(arguments: [1, 2, 7])
  func everyRowIsRunOnceAndReported(jobs: Int) async throws {
    let ending = try await output.pool(jobs: jobs).run("echo $1", count: 300, log: log)
    #expect(ending == .finished)
    #expect(await log.outcomes.map(\.row).sorted() == Array(0..<300))
    #expect(await log.outcomes.allSatisfy(\.isDone))
    let lines = output.written.split(separator: "\n").compactMap { Int($0) }
    #expect(lines.sorted() == Array(0..<300))
    if jobs == 1 { #expect(lines == Array(0..<300)) }
  }

  @Test func rowsAreAnnouncedInOrderAndInBatches() async throws {
    _ = try await output.pool(jobs: 2).run(":", count: 1_000, log: log)
    let announced = await log.announced
    #expect(announced.flatMap { Array($0) } == Array(0..<1_000))
    #expect(announced.first == 0..<4)
    #expect(announced.allSatisfy { $0.count <= 4 })
  }

  @Test func noRowIsStartedBeforeItIsAnnounced() async throws {
    let directory = TemporaryDirectory()
    let log = log
    _ = try await output.pool(jobs: 3).run(
      count: 60, command: { ["touch", directory.path("\($0)")] },
      willStart: { rows in
        for row in rows { #expect(access(directory.path("\(row)"), F_OK) != 0) }
        return Array(rows)
      },
      ended: { await log.report($0) })
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 60)
  }

  @Test func outcomesDescribeHowCommandsEnded() async throws {
    let log = log
    let commands = [
      ["true"], ["false"], ["sh", "-c", "exit 255"], ["sh", "-c", "kill -s KILL $$"],
      [],
    ]
    _ = try await output.pool(jobs: 1).run(
      count: commands.count, command: { commands[$0] }, willStart: { Array($0) },
      ended: { await log.report($0) })
    let endings = await log.outcomes.map(\.ending)
    #expect(
      endings == [
        .exited(0), .exited(1), .exited(255), .signalled(SIGKILL),
        .notStarted("no command given"),
      ])
    #expect("\(ChildProcess.Ending.signalled(SIGKILL))" == "killed by SIGKILL")
  }

  @Test(
    arguments: [1, 3],
    [
      ("no-such-program", "no-such-program: command not found"),
      ("/etc/passwd", "/etc/passwd: Permission denied"), ("/", "/: Permission denied"),
      ("/etc/passwd/x", "/etc/passwd/x: Not a directory"),
      ("/no/x", "/no/x: No such file or directory"),
    ])
  func aCommandThatCannotBeStartedStopsThePool(
    jobs: Int, command: (word: String, reason: String)
  ) async throws {
    let log = log
    let ending = try await output.pool(jobs: jobs).run(
      count: 20, command: { $0 < 5 ? ["true"] : [command.word] }, willStart: { Array($0) },
      ended: { await log.report($0) })
    #expect(ending == .failed(command.reason))
    let endings = await log.endings
    #expect((0..<5).allSatisfy { endings[$0] == .exited(0) })
    // The others are reported as not started, if they were announced.
    #expect(endings[5] == .some(nil))
    #expect(endings.filter { $0.key >= 5 }.values.allSatisfy { $0 == nil })
  }

  @Test func argumentsThatAreTooLongStopThePool() async throws {
    let log = log
    let ending = try await output.pool(jobs: 1).run(
      count: 3, command: { ["echo", String(repeating: "x", count: $0 == 1 ? 1 << 20 : 1)] },
      willStart: { Array($0) }, ended: { await log.report($0) })
    #expect(ending == .failed("echo: Argument list too long"))
    let endings = await log.endings
    #expect(endings[0] == .exited(0))
    #expect(endings[1] == .some(nil))
  }

  @Test(arguments: [1, 3])
  func onlyAcceptedRowsAreStarted(jobs: Int) async throws {
    let log = log
    let ending = try await output.pool(jobs: jobs).run(
      count: 300, command: { ["echo", "\($0)"] },
      willStart: { rows in rows.filter { $0 % 3 == 0 && $0 > 20 } },
      ended: { await log.report($0) })
    #expect(ending == .finished)
    let expected = (0..<300).filter { $0 % 3 == 0 && $0 > 20 }
    #expect(await log.outcomes.map(\.row).sorted() == expected)
    #expect(output.written.split(separator: "\n").compactMap { Int($0) }.sorted() == expected)
  }

  @Test func aRefusalOfARowIsItsOutcome() async throws {
    let log = log
    let template = try CommandTemplate(["true"])
    _ = try await output.pool(jobs: 1).run(
      count: 1, command: { _ in try template.arguments(for: CommandRow(name: "-x")) },
      willStart: { Array($0) }, ended: { await log.report($0) })
    guard case .notStarted(let reason)?? = await log.endings[0] else {
      Issue.record("it was started")
      return
    }
    #expect(reason.hasPrefix("-x: the name starts with -"))
  }

  @Test func standardErrorIsPassedOnAndItsLastLineStored() async throws {
    let script = #"printf 'one\ntwo\rthree \033[1m\377\n \n\n' >&2; echo out"#
    for jobs in [1, 2] {
      let (output, log) = (PoolOutput(), PoolLog())
      _ = try await output.pool(jobs: jobs).run(script, count: 1, log: log)
      #expect(await log.outcomes.first?.lastErrorLine == "three [1m\u{FFFD}")
      #expect(output.writtenErrors == "one\ntwo\rthree \u{1B}[1m\u{FFFD}\n \n\n")
      #expect(output.written == "out\n")
    }
  }

  @Test func aLongLastLineIsCut() async throws {
    _ = try await output.pool(jobs: 2).run(
      "head -c 100000 /dev/zero | tr '\\0' é >&2; printf é >&2", count: 1, log: log)
    let line = await log.outcomes.first?.lastErrorLine ?? ""
    #expect(line.utf8.count <= 4_096)
    #expect(line.utf8.count > 4_000)
  }

  @Test func outputsOfConcurrentCommandsAreNotMixed() async throws {
    let script = "for i in 1 2 3 4 5 6 7 8 9; do echo $1; echo e$1 >&2; sleep 0.01; done"
    _ = try await output.pool(jobs: 4).run(script, count: 12, log: log)
    for text in [output.written, output.writtenErrors] {
      let lines = text.split(separator: "\n")
      #expect(lines.count == 108)
      for start in stride(from: 0, to: lines.count, by: 9) {
        #expect(Set(lines[start..<min(start + 9, lines.count)]).count == 1)
      }
    }
  }

  @Test func longOutputsArePassedOnWhole() async throws {
    let script = "yes $1 | head -c 3000000"
    _ = try await output.pool(jobs: 3).run(script, count: 4, log: log)
    let written = output.written
    #expect(written.utf8.count == 12_000_000)
    var turns = 0
    var last: UInt8 = 0
    for byte in written.utf8 where byte != UInt8(ascii: "\n") && byte != last {
      turns += 1
      last = byte
    }
    #expect(turns == 4)
  }

  @Test func aCommandHasNoInputAndIsInTheGroupOfThisProcess() async throws {
    _ = try await output.pool(jobs: 1).run(
      "cat; ps -o pgid= -p $$; ps -o sid= -p $$", count: 1, log: log)
    let numbers = output.written.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    #expect(numbers == [getpgrp(), getsid(0)])
  }

  @Test func leftoverProcessesDoNotDelayTheEnd() async throws {
    _ = try await output.pool(jobs: 2).run("sleep 600 & echo $!", count: 2, log: log)
    #expect(await log.outcomes.allSatisfy(\.isDone))
    for process in output.written.split(separator: "\n").compactMap({ pid_t($0) }) {
      kill(process, SIGKILL)
    }
  }

  @Test func aClosedOutputStopsTheRun() async throws {
    for jobs in [1, 2] {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      close(ends[0])
      let log = PoolLog()
      let pool = CommandPool(jobs: jobs, output: ends[1], errors: output.errors)
      let ending = try await pool.run("echo $1", count: 1_000, log: log)
      #expect(ending == .outputClosed)
      #expect(await log.outcomes.count { $0.ending != nil } < 1_000)
      close(ends[1])
    }
  }
}
