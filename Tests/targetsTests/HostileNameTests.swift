import Foundation
import TestSupport
import Testing

/// Names that would have an effect if they were treated as a part of a script, passed through the
/// shells and commands that the program starts.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct HostileNameTests {
  private let program: Program

  /// The names as the program lists them.
  private let names: [String]

  /// The folder in which only the commands of these tests may write anything.
  private var home: String { program.environment.home.path }

  init() throws {
    program = try Program()
    let rows = HostileNames.some(500).map {
      "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"\r\n"
    }
    let file = try program.environment.home.write(("name\r\n" + rows.joined()), to: "names.csv")
    _ = try program.run("import", "--csv", file)
    let listed = try program.run("show", "--format", "ndjson").output
    names = try listed.split(separator: "\n").map { line in
      let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(row?["name"] as? String)
    }
    // Blank names are skipped, and some names are equal.
    #expect(names.count > 350)
    #expect(names.contains { $0.contains("\n") } && names.contains("-rf"))
  }

  private var seen: [String] {
    let bytes = (try? Data(contentsOf: URL(fileURLWithPath: home + "/seen"))) ?? Data()
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func expectAllArrivedAndNothingElse() throws {
    #expect(seen == names)
    let files = Set(try FileManager.default.contentsOfDirectory(atPath: home))
    #expect(files.subtracting(["names.csv", "seen", ".local", ".cache", ".config"]) == [])
  }

  @Test(arguments: [["{}"], []])
  func runPassesHostileNamesUnchanged(placeholder: [String]) throws {
    let words =
      ["run", "-l", "./default", "--all", "--allow-dash", "--", "printf", "--", "%s\\0"]
      + placeholder
    let run = try ProgramRun(
      program.path, words, environment: program.environment, directory: home)
    #expect(run.status == .code(0))
    try run.output.write(toFile: home + "/seen", atomically: true, encoding: .utf8)
    try expectAllArrivedAndNothingElse()
  }

  @Test func theOutputOfADryRunIsSafeInAShell() throws {
    let run = try ProgramRun(
      "/bin/sh",
      [
        "-c", "\"$0\" run -l ./default --all --allow-dash -n -- printf -- '%s\\0' {} | sh >seen",
        program.path,
      ],
      environment: program.environment, directory: home)
    #expect(run.status == .code(0))
    try expectAllArrivedAndNothingElse()
  }

  @Test func previewsPassHostileNamesUnchanged() throws {
    let session = try program.open(
      "--preview", "printf -- '%s\\0' {} >>seen", columns: 120)
    session.waitForStatus("\(names.count) of \(names.count)")
    for count in 1...names.count {
      session.send(Key.down)
      session.wait { _ in seen.count == count }
    }
    session.leave()
    try expectAllArrivedAndNothingElse()
  }

  @Test func shellCommandsPassHostileNamesUnchanged() throws {
    let session = try program.open("--height", "10")
    session.wait { $0.contains("\(names.count) of \(names.count)") }
    for count in 1...names.count {
      session.send(Key.down + ":!printf -- '%s\\0' {} >>seen" + Key.enter)
      session.wait { _ in seen.count == count }
    }
    session.waitForLineEditor()
    session.leave()
    try expectAllArrivedAndNothingElse()
  }
}
