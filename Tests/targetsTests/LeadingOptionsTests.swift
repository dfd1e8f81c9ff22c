import TestSupport
import Testing

/// `--list`, `--store` and `--as` before the command mean what they mean after it.
@Suite(.ownThreads)
struct LeadingOptionsTests {
  private static let forms: [@Sendable (String, String) -> [String]] = [
    { ["--\($0)", $1] }, { ["--\($0)=\($1)"] },
  ]

  private func run(_ program: Program, _ arguments: [String], input: String = "") throws
    -> ProgramRun
  {
    try ProgramRun(
      program.path, arguments, input: .text(input), environment: program.environment,
      directory: program.environment.home.path)
  }

  @Test func leadingOptionsMeanTheSameAfterTheCommand() throws {
    for form in Self.forms {
      let (before, after) = (try Program(), try Program())
      func both(
        _ options: [(String, String)], _ words: [String], input: String = ""
      ) throws {
        func run(_ program: Program, _ arguments: ([String]) -> [String]) throws -> [String] {
          let given = options.flatMap { option in
            form(option.0, option.1.replacing("STORE", with: program.environment.home.path("x.db")))
          }
          let run = try self.run(program, arguments(given), input: input)
          return ["\(run.status)", run.output.undated, run.error].map {
            $0.replacing(program.environment.home.path, with: "HOME")
          }
        }
        let wanted = try run(after) { [words[0]] + $0 + words.dropFirst() }
        #expect(try run(before) { $0 + words } == wanted, "\(options) \(words)")
        #expect(!wanted[2].contains("no such file"))
      }
      let store = ("store", "STORE"), list = ("list", "h"), author = ("as", "Ann")
      try both([store, list, author], ["add", "Ada", "Bo", "Cy"])
      try both([list, store], ["dead", "Ada", "-m", "list"])
      try both([store, list], ["show", "--format", "sections"])
      try both([store], ["lists"])
      try both([store, list], ["import", "-"], input: "Dee\n")
      try both([store, list], ["show", "--format", "csv"])
      try both([store, list], ["sections"])
      try both([store, list], ["stats", "--format", "json"])
      try both([store, list], ["undo"])
      try both([store, list], ["redo"])
      try both([author, list], ["note", "Nobody", "text"])
      try both([store, list], ["run", "--dead", "-n", "--", "echo", "--list"])
      try both([store], ["store", "check", "--nothing"])
      try both([list], ["lists"])
      try both([store], ["shell", "bash"])
      let log = try run(before, form("list", "h") + form("store", "x.db") + ["log"])
      #expect(log.output.contains("Ann"))
    }
  }

  @Test func withoutACommandLeadingOptionsApplyToBrowsing() throws {
    let program = try Program()
    _ = try run(program, ["dead", "--add", "--list", "list", "Ada"])
    let run = try run(program, ["--list", "list"], input: "Ada\nBo\n")
    #expect(run.output == "A\n†  Ada\nB\n   Bo\n")
    let file = try program.environment.home.write("Ada\n", to: "names")
    let ofFile = try self.run(program, ["--list", "list", file])
    #expect(ofFile.output == "A\n†  Ada\n")
  }

  @Test(arguments: [["--list"], ["--store"], ["--as"], ["-l"], ["--list=x", "--as"]])
  func aMissingValueIsReported(arguments: [String]) throws {
    let run = try run(Program(), arguments)
    #expect(run.status == .code(2))
    #expect(run.error.contains("\(arguments.last ?? "") requires "), "\(run.error)")
  }

  @Test func theLastLeadingOptionCounts() throws {
    let program = try Program()
    _ = try run(program, ["--as", "ann", "add", "--as", "bob", "Ada"])
    let log = try run(program, ["log"]).output
    #expect(log.contains("bob") && !log.contains("ann"))
  }

  @Test func aListBeforeACommandAndAnotherBehindItAreRefused() throws {
    let program = try Program()
    let both = try run(program, ["--list", "a", "add", "--list", "b", "Ada"])
    #expect(both.status == .code(2))
    #expect(both.error.contains("-l names one list, not two"))
    _ = try run(program, ["--list", "b", "add", "--list", "b", "Ada"])
    #expect(try run(program, ["lists"]).output == "b\t\t1\t1\t0\t0\n")
  }

  @Test func otherOptionsBeforeACommandAreRefusedWithTheReason() throws {
    let run = try run(Program(), ["--format", "csv", "show"])
    #expect(run.status == .code(2))
    #expect(
      run.error
        == "targets: show: no such file; to run the command show, put it first\n")
  }
}
