import Foundation
import TestSupport
import Testing

/// The helpers that are part of the program.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct BuiltInHelperTests {
  private let program: Program
  private let directory = TemporaryDirectory()

  init() throws { program = try Program() }

  /// Runs the program at another path, with nothing beside it and nothing on the `PATH`.
  private func run(
    as name: String = "targets", _ arguments: [String] = [], input: String? = nil,
    _ variables: [String: String] = [:]
  ) throws -> ProgramRun {
    let path = directory.path(name)
    if name == "targets" {
      // Another process makes the copy: a file that this process has open for writing could be
      // inherited by a program of another test, and could not be executed until that ends.
      _ = try ProgramRun("/usr/bin/install", ["-m", "755", program.path, path])
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: program.path)
    }
    let variables = variables.merging(["PATH": "/nowhere"]) { $1 }
    return try ProgramRun(
      path, arguments, input: input.map { .text($0) } ?? .empty,
      environment: program.environment.setting(variables))
  }

  @Test func theDemoNeedsNoOtherProgram() throws {
    let run = try run(["--from", "demo:rows=3,delay=0"])
    #expect(run.error == "")
    #expect(run.output.split(separator: "\n").count == 3)
  }

  @Test func listsOverHTTPNeedNoOtherProgram() throws {
    let run = try run(["--from", WebServer.shared.get().address("linked")])
    #expect(run.error == "")
    #expect(run.output.hasPrefix("Arya Stark\nJon Snow\n"))
  }

  @Test func theProgramIsAHelperIfStartedByAHelpersName() throws {
    let run = try run(
      as: "targets-from-demo", ["--version"], input: #"{"id":1,"limit":100,"query":""}"# + "\n")
    #expect(run.status == .code(0))
    #expect(run.error == "")
    #expect(
      run.output
        == #"{"error":"a page was requested before a list was opened","id":1,"retry":false}"# + "\n"
    )
  }

  @Test(arguments: ["targets-from-demo", "targets-from-http"])
  func anInvalidRequestIsReportedInOneLine(name: String) throws {
    let run = try run(as: name, input: "rubbish\n")
    #expect(run.status == .code(2))
    #expect(run.error == "targets: \(name): a line of the input is not a request\n")
    #expect(run.output == "")
  }

  @Test func aMissingLibcurlIsNamedWithItsPackage() throws {
    let library = try PreloadedLibrary(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <string.h>
      void *dlopen(const char *name, int flags) {
        if (name != NULL && strstr(name, "curl") != NULL) return NULL;
        return ((void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen"))(name, flags);
      }
      """)
    let run = try run(["--from", "http://127.0.0.1:1/"], ["LD_PRELOAD": library.path])
    #expect(run.status == .code(2))
    #expect(
      run.error.hasSuffix(
        "libcurl.so.4, needed for lists over HTTP, is not installed (Debian: libcurl4)\n"))
    #expect(run.error.split(separator: "\n").count == 1)
  }
}
