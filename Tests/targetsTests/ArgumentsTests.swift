import Foundation
import TestSupport
import Testing

@testable import targets

struct ArgumentsTests {
  @Test(arguments: [
    ("", []), ("targets\0", []), ("targets\0list\0", ["list"]),
    ("targets\0\0-q\0a b\n\0\0", ["", "-q", "a b\n", ""]),
  ])
  func aCommandLineIsSplitAtItsNULs(line: String, words: [String]) {
    #expect(Arguments.split(Array(line.utf8)) == words.map { Array($0.utf8) })
  }

  @Test func aLibraryThatMovesTheEnvironmentHidesNoArguments() throws {
    let folder = TemporaryDirectory()
    try folder.write(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdlib.h>

      // Both before a program begins and as soon as Swift looks for a variable.
      __attribute__((constructor)) static void begin(void) { setenv("MOVED_AT_FIRST", "1", 1); }

      char *getenv(const char *name) {
        static int is_moved;
        if (!is_moved++) setenv("MOVED", "1", 1);
        return ((char *(*)(const char *))dlsym(RTLD_NEXT, "getenv"))(name);
      }
      """, to: "moving.c")
    let library = folder.path("moving.so")
    let compiler = try ProgramRun(
      Executable.ofToolchain(named: "clang"),
      ["-shared", "-fPIC", "-o", library, folder.path("moving.c")])
    try #require(compiler.status == .code(0), "\(compiler.error)")
    let program = try Program(["LD_PRELOAD": library])
    #expect(try program.run("add", "Ada", "Bo Ek").status == .code(0))
    #expect(try program.run("list", "--format", "names").output == "Ada\nBo Ek\n")
    #expect(try program.run("list", "nobody", "x\n").status == .code(1))
  }
}
