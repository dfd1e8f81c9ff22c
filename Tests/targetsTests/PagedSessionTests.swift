import TestSupport
import Testing

/// `targets --from` on a terminal: pages that are read as they are viewed.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct PagedSessionTests {
  private func names(_ run: ProgramRun) -> [String] {
    run.output.split(whereSeparator: \.isNewline).map(String.init)
  }

  private func lines(of file: String, in program: Program) throws -> [String] {
    names(try ProgramRun("/bin/cat", [program.environment.home.path(file)]))
  }

  private func status(of session: TerminalSession) -> String {
    session.screen.row(session.screen.rows.count - 2)
  }

  /// Goes to the end repeatedly, and retries failed pages, until all rows are there.
  private func scrollToEnd(_ session: TerminalSession, rows: String) {
    session.wait { $0.contains("loaded") || $0.contains("page failed") }
    while case let before = session.screen, !status(of: session).contains("all \(rows) rows") {
      if status(of: session).contains("page failed") {
        let failed = status(of: session)
        session.send(":retry" + Key.enter)
        session.wait { $0.row($0.rows.count - 2) != failed }
      } else {
        // The end of the present rows; more rows may come into view before the key is handled.
        session.send(Key.end)
        session.wait { $0.rows != before.rows }
      }
    }
  }

  // A fifth of an earlier size (10,000 rows in pages of 50), since a busy machine takes long.
  @Test(arguments: [1, 7])
  func retryingReachesTheEndWithEveryRowOnce(seed: Int) throws {
    let program = try Program()
    let source = "demo:rows=2000,page=50,delay=1,seed=\(seed),failures=0."
    let session = try program.open("--from", source + "2", rows: 12)
    scrollToEnd(session, rows: "2,000")
    session.send(":save loaded" + Key.enter)
    session.waitForStatus("2,000 rows written")
    session.leave()
    let loaded = try lines(of: "loaded", in: program)
    let all = try program.run("--from", source + "0", "--format", "csv")
    let sorted = names(all).dropFirst().map { $0.split(separator: ",")[1] }.map(String.init)
    #expect(loaded == sorted)
  }

  @Test func aPageIsLoadedOnlyWhenInView() throws {
    let session = try Program().open("--from", "demo:rows=200,page=10,delay=0", rows: 16)
    session.waitForStatus("20 of 200 rows loaded")
    session.wait { !$0.contains("loading") }
    session.send(":more" + Key.enter)
    session.wait { $0.contains("30 of 200 rows loaded") && !$0.contains("loading") }
    session.send(Key.alt("m"))
    session.waitForStatus("40 of 200 rows loaded")
    session.leave()
  }

  @Test func failuresAreShownAfterTheRows() throws {
    let session = try Program().open("--from", "demo:failures=1,delay=0", rows: 12, columns: 100)
    session.wait { $0.row(0).hasPrefix("  demo: simulated failure (attempt") }
    session.wait { $0.row(0).contains("(attempt 4) — :retry") }
    session.waitForStatus("a page failed")
    session.send(":retry" + Key.enter)
    // It retries three more times automatically; how long it waits in between is a rule of the browser.
    session.wait { $0.row(0).contains("(attempt 8) — :retry") }
    session.leave()
  }

  @Test func theSourceSearchesForTheTypedText() throws {
    let program = try Program()
    let source = "demo:rows=3000,page=20,delay=60,search=on"
    let found = names(try program.run("--from", source, "-f", "ba"))
    #expect(found.count > 20)
    let session = try program.open("--from", source, rows: 12)
    session.waitForStatus("of 3,000 rows loaded")
    session.send("b")
    session.send("a")
    session.wait { $0.row(0).hasPrefix("B ") && $0.contains("20 loaded rows") }
    scrollToEnd(session, rows: "\(found.count)")
    #expect(session.list.allSatisfy { $0.contains("Ba") })
    session.send(Key.controlU)
    session.waitForStatus("of 3,000 rows loaded")
    session.leave()
  }

  @Test func noMatchIsNotReportedWhileLoading() throws {
    // If it were typed letter by letter, the source would be searched for each letter.
    let session = try Program().open(
      "--from", "demo:rows=900,page=10,delay=0", "-q", "qqq", rows: 12)
    session.wait { $0.row(0) == "  no match among 30 of 900 rows loaded — M-m to load more" }
    session.send(Key.alt("m"))
    // The key may come before the last of the three pages is counted, although its rows are there.
    session.wait { screen in
      [50, 60].contains {
        screen.row(0) == "  no match among \($0) of 900 rows loaded — M-m to load more"
      }
    }
    session.send(Key.controlU + Key.controlD)
    session.expectEnd(.code(0))
  }

  @Test func aDroppedRowStaysHiddenAfterAReload() throws {
    let session = try Program().open("--from", "demo:rows=9,delay=0", rows: 24)
    session.waitForStatus("all 9 rows")
    session.send(Key.down)
    session.wait { $0.row(0).dropFirst(2).hasPrefix("▸") }
    let name = String(session.screen.row(0).dropFirst(6).prefix { $0 != " " })
    session.send(Key.controlX + "k")
    session.waitForStatus("dropped; C-x u to undo")
    session.wait { !$0.rows.dropLast(3).contains { $0.contains(name + " ") } }
    session.send(":reload" + Key.enter)
    session.waitForPrompt("")
    session.send("a" + Key.controlU)
    session.waitForStatus("all 8 rows")
    session.send(Key.controlX + "u")
    session.waitForStatus(", \(name) ")
    session.send("y")
    session.waitForStatus("undone: dropped, \(name)")
    session.wait { $0.rows.dropLast(3).contains { $0.contains(name + " ") } }
    session.leave()
  }
}
