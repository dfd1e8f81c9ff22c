import TestSupport
import Testing

/// Helpers that send more than was requested: time and memory stay limited.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct FloodTests {
  private let program: Program
  private let environment: ProgramEnvironment

  init() throws {
    program = try Program()
    let home = program.environment.home
    environment = program.environment.setting(["PATH": home.path("bin") + ":/usr/bin:/bin"])
    let draft = try home.write(
      """
      #!/usr/bin/env python3
      import json, sys
      count, kind, before = 0, "", 0
      for request in map(json.loads, iter(sys.stdin.readline, "")):
          if "open" in request:
              kind = request["open"].split(":", 1)[1]
          if "limit" in request:
              answer = {"id": request["id"]}
              if kind == "endless":
                  answer["rows"] = [f"n{count + row}" for row in range(20000)]
                  count += 20000
                  answer["next"] = str(count)
              elif kind == "alike":
                  answer["rows"] = ["a" * 4000 + str(row) for row in range(400)]
              else:
                  answer["rows"] = ["e" + "\\u0301\\u0323" * 1000 + str(row) for row in range(400)]
              sys.stdout.buffer.write(json.dumps(answer, ensure_ascii=False).encode() + b"\\n")
              sys.stdout.buffer.flush()
      """, to: "bin/draft")
    _ = try ProgramRun(
      "/usr/bin/install", ["-m", "755", draft, home.path("bin/targets-from-flood")])
  }

  private func run(_ arguments: String...) throws -> ProgramRun {
    let script = """
      import os, resource, subprocess, sys
      code = subprocess.run(sys.argv[2:]).returncode
      open(sys.argv[1], "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
      os._exit(code)
      """
    return try ProgramRun(
      "/usr/bin/env",
      ["python3", "-c", script, program.environment.home.path("peak"), program.path] + arguments,
      environment: environment)
  }

  /// The most memory that the program or its helper took, whichever took more, in bytes.
  ///
  /// A small program in between measures it, because a program started by a large one counts as
  /// large as that one.
  private func peakMemory() throws -> Int {
    let file = try ProgramRun("/bin/cat", [program.environment.home.path("peak")])
    return try #require(Int(file.output)) << 10
  }

  private func count(_ run: ProgramRun) -> Int {
    run.output.utf8.count { $0 == UInt8(ascii: "\n") }
  }

  @Test func anEndlessListIsStoppedByTheTimeLimit() throws {
    let run = try run("--from", "flood:endless", "--time-limit", "2")
    #expect(run.error == "targets: stopped after 2 s; --time-limit sets a longer limit\n")
    #expect(run.status == .code(2))
    // Less than half of what a row took when it was stored as several strings.
    #expect(try peakMemory() < 100 << 20 + 300 * count(run))
  }

  @Test(arguments: ["alike", "marked"])
  func longSimilarNamesAreListed(kind: String) throws {
    for format in ["names", "sections"] {
      let run = try run("--from", "flood:\(kind)", "--format", format)
      #expect(run.status == .code(0))
      #expect(count(run) >= 400)
    }
  }

  @Test func theMemoryForAPageDependsOnItsRows() throws {
    let server = try WebServer.shared.get()
    let run = try run("--from", server.address("long?n=50000"))
    #expect(count(run) == 50_000)
    #expect(try peakMemory() < 160 << 20)
  }
}
