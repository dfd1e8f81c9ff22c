import Foundation
import Glibc
import ListModel
import TargetStore
import TestSupport
import Testing

/// `targets log --archive` moves old entries to a file.
///
/// The file is complete before any entry leaves the store.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct LogArchiveProgramTests {
  private let program: Program

  init() throws {
    program = try Program(["TARGETS_AS": "Ann", "TARGETS_LIST": "h"])
    _ = try program.run("store", "set", "undo-steps", "1")
    _ = try program.run("import", "-", input: .text("Ada\nBo\nCy\n"))
    for word in ["dead", "reopen"] { _ = try program.run(word, "Ada", "-m", word) }
    _ = try program.run("note", "Ada", "--clear")
    _ = try program.run("dead", "Bo", "-m", "gone")
    _ = try program.run("like", "Cy")
  }

  private var home: TemporaryDirectory { program.environment.home }

  private func log() throws -> [String] {
    try program.run("log").output.split(separator: "\n").map(String.init)
  }

  private func contents(_ file: String) throws -> String {
    try String(contentsOfFile: home.path(file), encoding: .utf8)
  }

  private func archive(_ words: String...) throws -> ProgramRun {
    try ProgramRun(
      program.path, ["log", "--archive"] + words, environment: program.environment,
      directory: home.path)
  }

  private func checksum(of text: String) -> String {
    let checksum = Checksum()
    checksum.add(text)
    return checksum.digits
  }

  @Test func oldEntriesMoveToTheFileThatTheLogNames() throws {
    let ndjson = try program.run("log", "--format", "ndjson").output.split(separator: "\n")
    let run = try archive("2999-01-01", "old.ndjson", "--yes")
    let text = try contents("old.ndjson")
    #expect(run.status == .code(0) && run.error == "")
    #expect(
      run.output == "log: 4 entries archived in old.ndjson, checksum \(checksum(of: text))\n")
    // The fields of `log`, then the key of the row, and the decision and marks after the entry.
    let lines = text.split(separator: "\n")
    #expect(lines.count == 4)
    for (line, printed) in zip(lines, ndjson.suffix(4)) {
      #expect(line.hasPrefix(printed.dropLast()))
    }
    #expect(
      lines[2].hasSuffix(
        #","key":"=Ada","after":{"verdict":"dead","decided":2,"note":"dead"}}"#))
    var status = stat()
    #expect(stat(home.path("old.ndjson"), &status) == 0 && status.st_mode & 0o777 == 0o600)

    let left = try log()
    #expect(left.count == 3)
    #expect(
      left[0].contains("Ann         archived  4 entries  (before 2999-01-01T"),
      "\(left)")
    #expect(left[0].hasSuffix(", in old.ndjson)  checksum \(checksum(of: text))"))
    let entry = try program.run("log", "--limit", "1", "--format", "csv").output
    #expect(entry.contains(",archived,") && entry.hasSuffix(",4,,,7,\(checksum(of: text)),,\r\n"))
    #expect(try program.run("store", "check").status == .code(0))
    #expect(try program.run("why", "Bo").output.contains("decided: dead by Ann"))
    #expect(try program.run("log", "Bo").output.contains("(gone)"))
    #expect(try program.run("undo").status == .code(0))
    #expect(try program.run("store", "check").status == .code(0))
    #expect(try program.run("log", "--since", "1h").output.contains("archived"))
    let again = try archive("2999-01-01", "more.ndjson", "--yes")
    #expect(again.status == .code(1) && again.error.contains("log: nothing to archive before"))
    #expect(access(home.path("more.ndjson"), F_OK) != 0)
  }

  @Test func entriesThatAreNotOlderStay() throws {
    let run = try archive("1h", "old.ndjson", "--yes")
    #expect(run.status == .code(1) && run.output == "")
    #expect(try log().count == 6)
    #expect(access(home.path("old.ndjson"), F_OK) != 0)
  }

  @Test(arguments: [("n", Int32(1)), ("y", 0)])
  func atATerminalArchivingAsks(answer: String, status: Int32) throws {
    let session = try program.open("log", "--archive", "2999-01-01", "old.ndjson")
    session.wait { $0.contains("This cannot be undone. [y, n]") }
    #expect(session.screen.contains("Move the entries of 4 edits before 2999-01-01"))
    #expect(access(home.path("old.ndjson"), F_OK) != 0)
    session.send(answer + "\n")
    #expect(session.waitForExit() == .code(status))
    #expect(try log().count == (status == 0 ? 3 : 6))
    #expect((access(home.path("old.ndjson"), F_OK) == 0) == (status == 0))
  }

  @Test func withoutATerminalArchivingRequiresYes() throws {
    let run = try archive("2999-01-01", "old.ndjson")
    #expect(run.status == .code(2) && run.error.contains("without a terminal it requires --yes"))
    #expect(try log().count == 6)
  }

  /// A file, a folder, and a broken link.
  @Test func existingFilesAreNotOverwritten() throws {
    try home.write("mine", to: "file")
    symlink("nowhere", home.path("link"))
    for name in ["file", "link", "."] {
      let run = try archive("2999-01-01", name, "--yes")
      #expect(run.status == .code(2))
      #expect(run.error == "targets: log: \(name): the file exists; --archive requires a new one\n")
    }
    #expect(try contents("file") == "mine")
    #expect(try log().count == 6)
  }

  @Test func anUnwritableFileLosesNothing() throws {
    for name in [
      "missing/old.ndjson", "/proc/old.ndjson", "x/", String(repeating: "x", count: 300),
    ] {
      let run = try archive("2999-01-01", name, "--yes")
      #expect(run.status == .code(2) && run.output == "", "\(name)")
      #expect(run.error.hasPrefix("targets: log: \(name): "), "\(run.error)")
      #expect(
        run.error.hasSuffix("; nothing was archived\n") && run.error.count { $0 == "\n" } == 1)
    }
    #expect(try log().count == 6)
  }

  @Test func aFullDiskLosesNothing() throws {
    let names = (0..<2_000).map { "name \($0)\n" }.joined()
    for words in [["dead", "--add"], ["reopen"]] {
      _ = try program.run(words + ["-"], input: .text(names))
    }
    _ = try program.run("like", "Bo")
    let before = try log()
    let run = try ProgramRun(
      "/bin/bash",
      [
        "-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" log --archive 2999-01-01 old --yes",
        program.path,
      ],
      environment: program.environment, directory: home.path)
    #expect(run.status == .code(2) && run.output == "")
    #expect(run.error == "targets: log: old: File too large; nothing was archived\n")
    #expect(try log() == before)
    let files = try FileManager.default.contentsOfDirectory(atPath: home.path)
    #expect(!files.contains { $0.hasPrefix("old") }, "\(files)")
    #expect(try archive("2999-01-01", "old", "--yes").status == .code(0))
    #expect(try contents("old").split(separator: "\n").count == 4_004)
    #expect(try program.run("store", "check").status == .code(0))
  }

  /// The file fits on the disk, but the store's own write does not: the entries stay only in the store.
  @Test func aStoreThatCannotBeChangedLeavesNoFile() throws {
    let run = try ProgramRun(
      "/bin/bash",
      [
        "-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" log --archive 2999-01-01 old --yes",
        program.path,
      ], environment: program.environment, directory: home.path)
    #expect(run.status == .code(2) && run.output == "")
    #expect(run.error == "targets: log: \(StoreError.full(path: program.store))\n")
    #expect(access(home.path("old"), F_OK) != 0)
    #expect(try log().count == 6)
    #expect(try program.run("store", "check").status == .code(0))
  }

  @Test(arguments: [
    ["--archive"], ["--archive", "30d"], ["--archive", "30d", "f", "Ada"],
    ["Ada", "--archive", "30d", "f"], ["--archive", "30d", "f", "--since", "7d"],
    ["--archive", "30d", "f", "--format", "csv"], ["--archive", "30d", "f", "--limit", "3"],
    ["--archive", "30d", "f", "--by", "Ann"], ["--archive", "ever", "f"], ["--yes"],
    ["--archive", "30d", "f", "--list", "unknown"],
  ])
  func wrongUsageChangesNothing(words: [String]) throws {
    let run = try ProgramRun(
      program.path, ["log"] + words, environment: program.environment, directory: home.path)
    #expect(run.status == .code(2) && run.output == "")
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    #expect(try log().count == 6)
    #expect(access(home.path("f"), F_OK) != 0)
  }
}
