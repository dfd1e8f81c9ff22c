import Foundation
import Glibc
import TestSupport
import Testing

/// `targets --from`, without a terminal.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct FromTests {
  private func names(_ run: ProgramRun) -> [String] {
    run.output.split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test func rowsAreInTheSourcesOrderWithoutRepeats() throws {
    let run = try Program().run("--from", "demo:rows=120,delay=0,failures=0.2,seed=5")
    #expect(run.status == .code(0))
    #expect(run.error == "")
    #expect(names(run).count == 120)
    #expect(Set(names(run)).count == 120)
    let other = try Program().run("--from", "demo:rows=500,delay=0,page=7,seed=5", "--limit", "120")
    #expect(other.output == run.output)
  }

  @Test func theReaderCanEndEarly() throws {
    let program = try Program()
    let run = try ProgramRun(
      "/bin/sh", ["-c", "\"$0\" --from demo:rows=1000000,delay=0 | head -n 3", program.path],
      environment: program.environment)
    #expect(names(run).count == 3)
    #expect(run.error == "")
  }

  @Test func rowsAreFilteredByTheStoresFlags() throws {
    let program = try Program()
    let all = names(try program.run("--from", "demo:rows=5,delay=0"))
    let wanted = try #require(all.first)
    let session = try program.open("--from", "demo:rows=5,delay=0")
    session.wait { $0.contains(wanted) }
    session.enter(":dead \(wanted)", "decided: dead")
    session.leave()
    let word = try #require(wanted.split(separator: " ").last)
    let run = try program.run(
      "--from", "demo:rows=5,delay=0", "-f", String(word), "--list", "demo:rows=5,delay=0",
      "--format", "ndjson")
    let section = try #require(wanted.first)
    #expect(
      run.output.undated
        == "{\"section\":\"\(section)\",\"name\":\"\(wanted)\",\"id\":\"1\","
        + "\"source\":\"…\",\"class\":\"dead\",\"verdict\":\"dead\"}\n")
    let alive = try program.run("--from", "demo:rows=5,delay=0", "--not-dead")
    #expect(names(alive) == Array(all.dropFirst()))
    let none = try program.run("--from", "demo:rows=20,delay=0", "-f", "qqq")
    #expect(none.status == .code(1))
  }

  @Test(arguments: ["ndjson", "csv"])
  func theStoresFlagsOverrideTheSources(format: String) throws {
    let program = try Program()
    try program.environment.home.write(
      """
      #!/bin/sh
      read -r open; read -r page
      echo '{"id":1,"rows":[{"name":"Ada","dead":true},{"name":"Bo","liked":true},"Cy"]}'
      read -r end
      """, to: "bin/draft")
    let directory = program.environment.home.path("bin")
    let name = "targets-from-test"
    _ = try ProgramRun("/usr/bin/install", ["\(directory)/draft", "\(directory)/\(name)"])
    _ = try program.run("like", "--add", "-l", "test:", "Ada")
    let run = try ProgramRun(
      program.path, ["--from", "test:", "--format", format],
      environment: program.environment.setting(["PATH": directory + ":/usr/bin:/bin"]))
    let rows = names(run).suffix(3).map { $0.matches(of: /(true|dead|open)/).map { String($0.0) } }
    #expect(rows == [["open", "true"], ["open", "true"], ["open"]])
  }

  /// No way of giving an address may store or print a password.
  @Test(arguments: [
    ["new", "k", "--from", "ADDRESS"], ["recipe", "-l", "kept", "--set", "from", "ADDRESS"],
    ["recipe", "-l", "kept", "--set", "--from", "ADDRESS"], ["new", "k", "--recipe", "./file"],
    ["add", "-l", "ADDRESS", "a"], ["import", "-l", "ADDRESS", "./file"], ["--from", "ADDRESS"],
    ["new", "ADDRESS"], ["lists", "--rename", "kept", "ADDRESS"],
  ])
  func anAddressWithAPasswordIsRefused(words: [String]) throws {
    let program = try Program()
    let address = "https://ann:secret@example.org/list"
    try program.environment.home.write("--from \(address)\n", to: "file")
    _ = try program.run("add", "-l", "kept", "x")
    let run = try program.run(words.map { $0 == "ADDRESS" ? address : $0 })
    #expect(run.status == .code(2))
    #expect(run.error.contains("passwords in addresses are not accepted; use --header-file"))
    #expect(!run.error.contains("secret") && !run.error.contains("---"))
    #expect(run.error.matches(of: #/--from:/#).count <= 1)
    let lists = try program.run("lists", "--format", "csv").output
    #expect(lists.split(whereSeparator: \.isNewline).count == 2)
    #expect(try program.run("log", "-l", "kept").output.split(separator: "\n").count == 1)
  }

  @Test(arguments: [["show", "--input"], ["import"], [], ["recipe", "-l", "l", "--set"]])
  func anAddressThatIsNoFileIsShownWithoutItsPassword(words: [String]) throws {
    let program = try Program()
    _ = try program.run("add", "-l", "l", "a")
    let run = try program.run(words + ["https://ann:secret@example.org/list"])
    #expect(run.status == .code(2))
    #expect(run.error.contains("https://…@example.org/list"))
    #expect(!run.error.contains("secret"))
  }

  @Test func anAddressWithAPasswordIsNotKeptInTheHistoryOfCommands() throws {
    let program = try Program()
    let session = try program.open("-l", "kept", input: .terminal)
    session.waitForStatus("0 of 0")
    session.send(":switch https://ann:secret@example.org/list\r")
    session.wait { $0.contains("in addresses are not accepted; use --header-file") }
    session.send("\u{15}:quit\r")
    #expect(session.waitForExit() == .code(0))
    let history = program.environment.home.path(".local/state/targets/history")
    let text = (try? String(contentsOfFile: history, encoding: .utf8)) ?? ""
    #expect(!text.contains("secret"))
  }

  @Test func theHelperEndsIfTheProgramIsKilled() throws {
    let program = try Program()
    let home = program.environment.home
    let path = home.path("process")
    try home.write(
      """
      #!/bin/sh
      trap '' HUP
      read -r request
      echo $$ >'\(path)'
      exec sleep 1000
      """, to: "bin/draft")
    let directory = home.path("bin")
    _ = try ProgramRun(
      "/usr/bin/install", ["\(directory)/draft", "\(directory)/targets-from-test"])
    let session = try TerminalSession(
      program.path, ["--from", "test:"],
      environment: program.environment.setting(["PATH": directory + ":/usr/bin:/bin"]),
      directory: home.path)
    // Once it has had a request, it is guarded. The file prints nothing, for which a session would wait.
    var helper: pid_t?
    let start = ContinuousClock.now + .seconds(120)
    while helper == nil, .now < start {
      helper = (try? String(contentsOfFile: path, encoding: .utf8))
        .flatMap { pid_t($0.dropLast()) }
      usleep(1_000)
    }
    kill(session.processID, SIGKILL)
    #expect(session.waitForExit() == .signal(SIGKILL))
    let deadline = ContinuousClock.now + .seconds(120)
    while try isRunning(#require(helper)), .now < deadline { usleep(1_000) }
    #expect(try !isRunning(#require(helper)))
  }

  private func isRunning(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return !text.contains(") Z ")
  }

  @Test func sectionsNeedAllRows() throws {
    let run = try Program().run(
      "--from", "demo:rows=9,page=2,delay=0,search=on", "--format", "json", "-q", "z")
    #expect(run.status == .code(0))
    #expect(run.output.contains(#"search=on","query":"z","total":"#))
    let strict = try Program().run("--from", "demo:rows=9,delay=0", "--format", "csv")
    #expect(names(strict).count == 10)
  }

  @Test(arguments: [
    (["--from", "nowhere:x"], "targets-from-nowhere: not found, neither beside"),
    (["--from", "x"], "--from takes SCHEME:…, as in https://… or demo:, not “x”"),
    (["new", "l", "--from", "x"], "--from takes SCHEME:…, as in https://… or demo:, not “x”"),
    (["--from", "demo:rows=x"], "demo: rows=x: must be a number"),
    (["--from", "demo:", "--name-field", "x"], "demo: unknown option name-field"),
    (["--from", "demo:", "names.txt"], "--from cannot be combined with FILE"),
    (["--from", "demo:", "--limit", "0"], "--limit takes a number, 1 or more"),
    (["--from", "demo:", "--source-option", "x"], "--source-option takes NAME=VALUE"),
    (["--time-limit", "3"], "--time-limit requires --from"),
    (["--from", "http://me:canary@127.0.0.1/"], "passwords in addresses are not accepted"),
  ])
  func mistakesAreReportedInOneLine(arguments: [String], words: String) throws {
    let program = try Program()
    let run = try ProgramRun(
      program.path, arguments, environment: program.environment,
      directory: program.environment.home.path)
    #expect(run.status == .code(2))
    #expect(run.error.contains(words))
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(!run.error.contains("canary"))
    #expect(run.output == "")
  }

  // MARK: On a terminal

  @Test func theFirstPageIsShown() throws {
    let session = try Program().open("--from", "demo:rows=80,page=50,delay=0", rows: 12)
    session.waitForStatus("50")
    session.leave()
  }

  /// A list may have been stored under such a name by an earlier program.
  @Test func successfulLinesHidePasswords() throws {
    let program = try Program()
    let home = program.environment.home
    _ = try program.run("add", "-l", "l", "a")
    let rename = """
      import sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      store.execute("UPDATE list SET name = 'https://ann:my secret@h/'")
      store.commit()
      """
    _ = try ProgramRun(
      "/usr/bin/python3", ["-c", rename, program.store], environment: program.environment)
    try FileManager.default.createDirectory(
      atPath: home.path("x:"), withIntermediateDirectories: false)
    let copy = try program.run("store", "copy", program.store, "other.db")
    #expect(copy.output == "copy: https://…@h/: 1 row copied\n", "\(copy.error)")
    let backup = try program.run("store", "backup", "x://ann:secret@b")
    #expect(backup.output.hasSuffix(" bytes to x://…@b\n"), "\(backup.error)")
    let check = try program.run("store", "check", "--store", "x://ann:secret@b")
    #expect(check.output.hasPrefix("store: ") && !check.output.contains("secret"))
  }

}
