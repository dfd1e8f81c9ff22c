import Glibc
import TestSupport
import Testing

/// With too few threads or descriptors, the program either reports that in one line and ends, or it works.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ResourceTests {
  /// The call named by `FAILING` fails, and there are at most `THREADS` threads besides the first.
  private static let source = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <pthread.h>
    #include <stdatomic.h>
    #include <stdlib.h>
    #include <string.h>

    #define REAL(name, type) ((type)dlsym(RTLD_NEXT, name))

    static int fails(const char *name, int error) {
      const char *failing = getenv("FAILING");
      if (failing == NULL || strcmp(failing, name) != 0) return 0;
      errno = error;
      return 1;
    }

    int epoll_create1(int flags) {
      if (fails("epoll_create1", EMFILE)) return -1;
      return REAL("epoll_create1", int (*)(int))(flags);
    }

    int epoll_ctl(int queue, int operation, int descriptor, void *event) {
      if (fails("epoll_ctl", ENOSPC)) return -1;
      return REAL("epoll_ctl", int (*)(int, int, int, void *))(queue, operation, descriptor, event);
    }

    int eventfd(unsigned count, int flags) {
      if (fails("eventfd", EMFILE)) return -1;
      return REAL("eventfd", int (*)(unsigned, int))(count, flags);
    }

    int timerfd_create(int clock, int flags) {
      if (fails("timerfd_create", ENOMEM)) return -1;
      return REAL("timerfd_create", int (*)(int, int))(clock, flags);
    }

    static atomic_int threads;

    struct start {
      void *(*body)(void *);
      void *argument;
    };

    static void end(void *unused) { threads--; }

    static void *run(void *argument) {
      const struct start start = *(struct start *)argument;
      free(argument);
      void *result;
      pthread_cleanup_push(end, NULL);
      result = start.body(start.argument);
      pthread_cleanup_pop(1);
      return result;
    }

    int pthread_create(
        pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
      const char *most = getenv("THREADS");
      if (++threads > (most ? atoi(most) : 1000)) {
        threads--;
        return EAGAIN;
      }
      struct start *start = malloc(sizeof *start);
      *start = (struct start){body, argument};
      typedef int (*create)(
          pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
      const int error = REAL("pthread_create", create)(thread, attributes, run, start);
      if (error != 0) threads--;
      return error;
    }
    """#

  /// Compiled once, because the compiler takes longer than the commands.
  private static let library = Result {
    try PreloadedLibrary(source, in: TemporaryDirectory().untilExit())
  }

  /// Commands, and what each of them prints if it works.
  private static let commands = [
    (["-f", "a", "names"], "Ada\n"), (["add", "Bo"], ""),
    (["show", "--format", "names"], "Bo\n"),
  ]

  private func isRefusal(_ text: String) -> Bool {
    let isCannot = ["", "add: ", "show: "].contains { text.hasPrefix("targets: \($0)cannot ") }
    return isCannot && text.split(separator: "\n").count == 1
  }

  /// Runs each command by a script that sets the limits; returns whether all of them work.
  private func check(
    _ script: String, _ variables: [String: String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    let program = try Program()
    try program.environment.home.write("Ada\n", to: "names")
    let environment = program.environment.setting(variables)
    var works = true
    for (words, output) in Self.commands {
      let run = try ProgramRun(
        "/bin/sh", ["-c", script + "exec \"$0\" \"$@\"", program.path] + words,
        environment: environment, directory: program.environment.home.path)
      if run.status == .code(2) {
        works = false
        #expect(isRefusal(run.error), "\(run.error)", sourceLocation: sourceLocation)
      } else {
        #expect(run.status == .code(0), "\(words): \(run.error)", sourceLocation: sourceLocation)
        #expect(run.output == output, sourceLocation: sourceLocation)
      }
    }
    let session = try TerminalSession(
      "/bin/sh", ["-c", script + "exec \"$0\" \"$@\"", program.path, "names"],
      environment: environment, directory: program.environment.home.path)
    session.wait {
      $0.contains("targets: cannot ") || ($0.contains("Ada") && $0.contains("1 of 1"))
    }
    if session.screen.isAlternate {
      session.leave(sourceLocation: sourceLocation)
    } else {
      works = false
      #expect(session.waitForExit() == .code(2), sourceLocation: sourceLocation)
    }
    return works
  }

  @Test(arguments: Array(0...17) + [24])
  func withAnyNumberOfThreadsItWorksOrIsRefused(count: Int) throws {
    let library = try Self.library.get()
    let works = try check("", ["LD_PRELOAD": library.path, "THREADS": "\(count)"])
    #expect(works == (count >= 12))
  }

  @Test(arguments: Array(4...40))
  func withAnyNumberOfDescriptorsItWorksOrIsRefused(count: Int) throws {
    #expect(try check("ulimit -n \(count); ", [:]) == (count >= 32))
  }

  @Test(arguments: ["epoll_create1", "epoll_ctl", "eventfd", "timerfd_create"])
  func withoutPollingTheProgramIsRefused(call: String) throws {
    let library = try Self.library.get()
    #expect(try !check("", ["LD_PRELOAD": library.path, "FAILING": call]))
  }

  /// With little room in its address space, the program works or is refused; it never waits for more.
  @Test(
    "Memory: a source is read, or refused in one line",
    arguments: [100_000, 130_000, 180_000, 240_000, 250_000, 300_000])
  func withLittleAddressSpace(kilobytes: Int) throws {
    let program = try Program()
    for (address, ending) in [
      ("demo:rows=2,delay=0", ""), ("http://127.0.0.1:1/", "http://127.0.0.1:1/\n"),
    ] {
      let run = try ProgramRun(
        "/bin/sh",
        ["-c", "ulimit -v \(kilobytes); exec \"$0\" \"$@\"", program.path, "--from", address],
        environment: program.environment)
      if run.status == .code(0) {
        #expect(run.error == "" && run.output.split(separator: "\n").count == 2)
      } else {
        // The loader of the system has words and a status of its own.
        let isLoader = run.error.contains("error while loading shared libraries")
        #expect(run.status == .code(isLoader ? 127 : 2), "\(run.error)")
        #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
        let isKnown = isRefusal(run.error) || run.error.contains("libcurl.so.4") || isLoader
        #expect(isKnown || !ending.isEmpty && run.error.hasSuffix(ending), "\(run.error)")
      }
    }
  }
}
