import Foundation
import Glibc
import LibraryTestSupport
import PageSources
import Pagination
import TestSupport
import Testing

/// When a helper runs, and what remains of it.
@Suite(.inTurn, .timeLimit(.minutes(10)))
struct HelperLifeTests {
  /// Whether a process exists, even as a zombie.
  private func exists(_ process: pid_t) -> Bool {
    kill(process, 0) == 0
  }

  /// The first page's names, which are process IDs.
  private func processes(of source: HelperPages) async throws -> [pid_t] {
    try await source.firstPage().contents.originals.compactMap { pid_t($0) }
  }

  @Test func nothingIsStartedBeforeAPageIsWanted() async throws {
    let helper = try ScriptedHelper("#!/bin/sh\ntouch \"$0.started\"\n")
    let source = try helper.pages()
    await source.close()
    #expect(access(helper.directory.path("targets-from-test.started"), F_OK) != 0)
  }

  @Test func releasingTheSourceKillsTheHelperAndItsProcesses() async throws {
    let helper = try ScriptedHelper(
      shell: #"trap '' TERM; sleep 1000 & echo '{"id":'$id',"rows":["'$$'","'$!'"]}'; sleep 1000"#)
    var source: HelperPages? = try helper.pages()
    let started = try await processes(of: #require(source))
    #expect(started.count == 2)
    #expect(started.allSatisfy(exists))
    source = nil
    // The helper is a child of this process, so it no longer exists once it has been reaped; processes
    // that it started are killed, but reaped by another process.
    await eventually { !exists(started[0]) && !isRunning(started[1]) }
  }

  private func isRunning(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return !text.contains(") Z ")
  }

  @Test func closingEndsTheHelperAndAnotherPageRestartsIt() async throws {
    let helper = try ScriptedHelper(
      """
      #!/bin/sh
      read -r open; read -r page
      echo '{"id":'$(printf '%s' "$page" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')',"rows":["'$$'"]}'
      while read -r line; do :; done
      touch "$0.finished"
      """)
    let source = try helper.pages(limits: HelperLimits(leaving: .seconds(60)))
    let first = try await processes(of: source)
    await source.close()
    #expect(access(helper.directory.path("targets-from-test.finished"), F_OK) == 0)
    #expect(!exists(first[0]))
    #expect(try await processes(of: source) != first)
  }

  @Test func aProcessThatIgnoresTheEndIsKilled() async throws {
    let helper = try ScriptedHelper(
      shell: #"echo '{"id":'$id',"rows":["'$$'"]}'; exec sleep 1000"#)
    let source = try helper.pages()
    let process = try await processes(of: source)[0]
    await source.close()
    #expect(!exists(process))
  }

  @Test func theHelperInheritsOnlyItsThreePipes() async throws {
    let leaked = open("/dev/null", O_RDONLY)  // without O_CLOEXEC, as some libraries do it
    defer { close(leaked) }
    let helper = try ScriptedHelper(
      """
      #!/usr/bin/env python3
      import json, os, stat
      input(), input()
      def kind(number):
          try: return "pipe" if stat.S_ISFIFO(os.fstat(number).st_mode) else "other"
          except OSError: return "closed"
      def terminal():
          try: return [os.open("/dev/tty", os.O_RDONLY)]
          except OSError: return []
      print(json.dumps({"id": 1, "rows": [kind(n) for n in range(64)] + terminal()}))
      """)
    let seen = try await helper.pages().firstPage().contents.originals
    #expect(seen == (0..<64).map { $0 < 3 ? "pipe" : "closed" })
  }

  // MARK: Cancelling

  @Test func aCancelledPagesLateAnswerIsDropped() async throws {
    let helper = try ScriptedHelper(
      """
      #!/bin/sh
      read -r open; read -r page; touch "$0.asked"
      read -r cancel; echo "$cancel" >"$0.cancel"
      echo '{"id":1,"rows":["late"]}'
      read -r page
      echo '{"id":2,"rows":["Arya"]}'
      read -r end
      """)
    let source = try helper.pages()
    let task = Task { try await source.firstPage() }
    let asked = helper.directory.path("targets-from-test.asked")
    await eventually { access(asked, F_OK) == 0 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await source.allNames() == [["Arya"]])
    let cancel = try String(
      contentsOfFile: helper.directory.path("targets-from-test.cancel"), encoding: .utf8)
    #expect(cancel == "{\"cancel\":1}\n")
  }

  @Test(arguments: 0..<20)
  func aPageCancelledAtAnyTimeLosesNothing(yields: Int) async throws {
    let helper = try ScriptedHelper(shell: #"echo '{"id":'$id',"rows":["Arya"]}'"#)
    let source = try helper.pages()
    let task = Task { try await source.firstPage() }
    for _ in 0..<yields { await Task.yield() }
    task.cancel()
    _ = await task.result
    #expect(try await source.allNames() == [["Arya"]])
  }
}
