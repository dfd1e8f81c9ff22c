import Foundation
import TestSupport
import Testing

/// The output of `why`: what was done to a row, and what a run would do.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct WhyCommandTests {
  private let program: Program

  init() throws { program = try Program(["TARGETS_AS": "Ann"]) }

  private func result(_ words: [String], input: String? = nil) throws -> ProgramRun {
    try ProgramRun(
      program.path, words, input: input.map { .text($0) } ?? .empty,
      environment: program.environment, directory: program.environment.home.path)
  }

  /// The output of `why` for a row, without spaces and with TIME in place of every time.
  private func why(_ name: String) throws -> [String] {
    try result(["why", "-l", "users", name]).output
      .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "TIME")
      .split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }

  private func mirror(_ rows: String) throws {
    let run = try result(
      [
        "import", "--mirror", "-l", "users", "--delimiter", "\\t", "--revision-column", "2", "-",
      ], input: rows)
    #expect(run.status == .code(0), "\(run.error)")
  }

  private func run(_ words: String...) throws {
    let run = try result(["run", "-l", "users"] + words)
    #expect(run.status != .code(2), "\(run.error)")
  }

  /// A command that changes nothing does not say that nothing was changed.
  @Test func invalidNamesOfAnInputAreRefusedIfStrict() throws {
    _ = try program.run("dead", "-l", "users", "--add", "x")
    for (word, what) in [("why", "printed"), ("ok", "stored")] {
      let run = try program.run(
        [word, "-l", "users", "-", "--strict"], input: .bytes(Array("x\n".utf8) + [0xff, 0x0a]))
      #expect(run.status == .code(2) && run.output == "")
      #expect(run.error.hasSuffix("; nothing was \(what)\n"), "\(run.error)")
    }
  }

  @Test func aSucceededCommandIsReportedAsSkipped() throws {
    _ = try program.run("dead", "-l", "users", "--add", "x")
    #expect(try why("x").last == "run --dead -- COMMAND would run for it")
    try run("--dead", "--", "true", "{}")
    try run("--dead", "--", "false", "{}")
    #expect(
      try why("x").suffix(2) == [
        "run --dead -- true '{}' would skip it: its command has succeeded; use --again to repeat it",
        "run --dead -- false '{}' would run for it again, because it failed",
      ])
    #expect(try result(["run", "-l", "users", "--dead", "-n", "--", "true", "{}"]).output == "")
    #expect(
      try result(["run", "-l", "users", "--dead", "-n", "--", "false", "{}"]).output
        == "false x\n")
  }

  @Test func theCommandComesFromTheRecipesVerdict() throws {
    let recipe = """
      --verdict r=revoke:dead
      --verdict t=trust:ok
      --on revoke true REVOKE {}
      --on dead true DEAD {revision}
      """
    try program.environment.home.write(recipe, to: "own")
    _ = try result(["new", "users", "--recipe", "./own"])
    _ = try result(["add", "-l", "users", "Ann", "Bo", "Cy"])
    _ = try result(["decide", "-l", "users", "revoke", "Ann"])
    _ = try result(["decide", "-l", "users", "trust", "Bo"])
    _ = try result(["dead", "-l", "users", "Cy"])
    #expect(try why("Ann").last == "run --dead would run true REVOKE '{}' for it")
    #expect(
      try why("Bo").last == "run --ok would skip it: the recipe has no command for trust")
    #expect(
      try why("Cy").last
        == "run --dead would refuse it: Cy: has no revision to replace {revision}")
    try run("--verdict", "revoke")
    #expect(
      try why("Ann").last
        == "run --dead would skip it: its command has succeeded; use --again to repeat it")
  }

  @Test func aSuccessForAnEarlierStateIsShown() throws {
    try mirror("x\ta1\n")
    _ = try program.run("dead", "-l", "users", "x")
    try run("--dead", "--", "true", "{}")
    try mirror("x\tb2\n")
    #expect(
      try why("x") == [
        "x in users: open, changed since it was decided", "its revision is b2",
        "decided: dead by Ann on TIME, when its revision was a1",
        "the decision does not count: its revision is b2 now",
        "when its revision was a1: true '{}': succeeded on TIME by Ann",
        "run --dead and run --ok would skip it: it is open; targets confirm decides it as before",
      ])
    _ = try program.run("confirm", "-l", "users", "x")
    #expect(
      try why("x").suffix(2) == [
        "when its revision was a1: true '{}': succeeded on TIME by Ann",
        "run --dead -- COMMAND would run for it",
      ])
  }

  @Test func aReturningRowWithItsRevisionHasNoEarlierOne() throws {
    try mirror("x\ta1\ny\t1\n")
    _ = try program.run("dead", "-l", "users", "x")
    try run("--dead", "--", "true", "{}")
    try mirror("y\t1\n")
    try mirror("x\ta1\ny\t1\n")
    #expect(
      try why("x").dropLast() == [
        "x in users: open, changed since it was decided", "its revision is a1",
        "decided: dead by Ann on TIME",
        "the decision does not count: a command has run for it, and the row was dropped since then and came back",
        "on an earlier state: true '{}': succeeded on TIME by Ann",
      ])
  }
}
