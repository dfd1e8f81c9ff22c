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

  /// Where `/proc` is not mounted.
  private static let withoutProc = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <spawn.h>
    #include <stdarg.h>
    #include <string.h>
    #include <sys/types.h>
    #include <unistd.h>

    #define UNLESS_IN_PROC(path, failure) \\
      if (strncmp(path, "/proc", 5) == 0) { errno = ENOENT; return failure; }

    int access(const char *path, int mode) {
      UNLESS_IN_PROC(path, -1)
      return faccessat(AT_FDCWD, path, mode, 0);
    }

    int open(const char *path, int flags, ...) {
      UNLESS_IN_PROC(path, -1)
      va_list rest;
      va_start(rest, flags);
      int mode = va_arg(rest, int);
      va_end(rest);
      return openat(AT_FDCWD, path, flags, mode);
    }

    int posix_spawn(
        pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
        const posix_spawnattr_t *attributes, char *const *words, char *const *variables) {
      UNLESS_IN_PROC(path, ENOENT)
      int (*spawn)(
          pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
          char *const *, char *const *) = dlsym(RTLD_NEXT, "posix_spawn");
      return spawn(process, path, actions, attributes, words, variables);
    }
    """

  @Test(
    "Helpers: the program starts itself where /proc is not mounted",
    arguments: ["targets", "other"])
  func withoutProc(name: String) throws {
    let library = try PreloadedLibrary(Self.withoutProc)
    let variables = ["LD_PRELOAD": library.path]
    let run = try run(as: name, ["--from", "demo:rows=3,delay=0"], variables)
    #expect(run.error == "")
    #expect(run.output.split(separator: "\n").count == 3)
  }

  @Test("Recipes: a source is read where /proc is not mounted")
  func sourceWithoutProc() throws {
    let library = try PreloadedLibrary(Self.withoutProc)
    let words = ["new", "t", "--source", "printf 'b\\na\\n'"]
    #expect(try program.run(words).status == .code(0))
    let variables = program.environment.setting(["LD_PRELOAD": library.path])
    let run = try ProgramRun(
      program.path, ["refresh", "-l", "t"], input: .empty, environment: variables)
    #expect(run.status == .code(0), "\(run.error)")
    #expect(try program.run("show", "-l", "t", "--format", "names").output == "a\nb\n")
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

  @Test("HTTP: a libcurl that is installed and does not load is reported with the reason")
  func libcurlThatDoesNotLoad() throws {
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
      try directory.write("not a library", to: name)
    }
    let run = try run(
      ["--from", "http://127.0.0.1:1/"], ["LD_LIBRARY_PATH": directory.path("")])
    #expect(run.status == .code(2))
    let words = "libcurl.so.4, needed for lists over HTTP, cannot be loaded: "
    #expect(run.error.contains(words), "\(run.error)")
    #expect(run.error.contains("file too short") || run.error.contains("invalid ELF header"))
    #expect(run.error.split(separator: "\n").count == 1)
  }

  /// A libcurl that has all functions, of which one fails.
  private static let failingLibrary = """
    #include <string.h>
    #define STUB(name) void *curl_##name(void) { return 0; }
    STUB(easy_cleanup) STUB(easy_escape) STUB(easy_getinfo) STUB(easy_reset) STUB(easy_setopt)
    STUB(easy_unescape) STUB(free) STUB(getdate) STUB(multi_cleanup) STUB(multi_info_read)
    STUB(multi_remove_handle) STUB(slist_free_all) STUB(url_cleanup) STUB(url_set)
    static char object[8];
    void *curl_easy_init(void) { return object; }
    void *curl_multi_init(void) { return object; }
    void *curl_slist_append(void *list, const char *text) { return object; }
    void *curl_url(void) { return object; }
    const char *curl_easy_strerror(int code) { return "easy failure"; }
    const char *curl_multi_strerror(int code) { return "multi failure"; }
    int curl_url_get(void *url, int part, char **text, unsigned flags) {
      *text = strdup(part == 0 ? "http://a/" : part == 1 ? "http" : "a");
      return 0;
    }
    int curl_global_init(long flags) { return FAILING == 1 ? 27 : 0; }
    int curl_multi_add_handle(void *multi, void *handle) { return FAILING == 2 ? 3 : 0; }
    int curl_multi_perform(void *multi, int *running) {
      *running = 1;
      return FAILING == 3 ? 3 : 0;
    }
    int curl_multi_poll(void *multi, void *set, unsigned count, int time, int *ready) {
      return FAILING == 4 ? 3 : 0;
    }
    """

  @Test("HTTP: a failure of libcurl itself is reported", arguments: 1...4)
  func libcurlThatFails(failing: Int) throws {
    let library = try PreloadedLibrary("#define FAILING \(failing)\n" + Self.failingLibrary)
    let name = directory.path("libcurl.so.4")
    try FileManager.default.copyItem(atPath: library.path, toPath: name)
    let run = try run(
      ["--from", "http://a/"], ["LD_LIBRARY_PATH": directory.path("")])
    #expect(run.status == .code(2))
    let words = failing == 1 ? "cannot be loaded: easy failure" : "multi failure: http://a"
    #expect(run.error.contains(words), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }
}
