import TestSupport
import Testing

struct ArgumentsTests {
  @Test func aLibraryThatMovesTheEnvironmentHidesNoArguments() throws {
    try expectAllArguments(Self.moving)
  }

  @Test func withoutProcAllArgumentsAreFound() throws {
    try expectAllArguments(Self.moving + Self.withoutProc)
  }

  private static let moving = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>

    // The environment moves before the program begins, and again when Swift first reads a variable.
    __attribute__((constructor)) static void begin(void) { setenv("MOVED_AT_FIRST", "1", 1); }

    char *getenv(const char *name) {
      static int is_moved;
      if (!is_moved++) setenv("MOVED", "1", 1);
      return ((char *(*)(const char *))dlsym(RTLD_NEXT, "getenv"))(name);
    }

    """

  /// Makes /proc seem missing, as in a root folder in which it is not mounted.
  private static let withoutProc = """
    static int is_missing(const char *path) {
      if (strncmp(path, "/proc", 5) != 0) return 0;
      errno = ENOENT;
      return 1;
    }
    #define OPEN(name) \\
      int name(const char *path, int flags, ...) { \\
        va_list rest; \\
        va_start(rest, flags); \\
        const int mode = va_arg(rest, int); \\
        va_end(rest); \\
        if (is_missing(path)) return -1; \\
        return ((int (*)(const char *, int, int))dlsym(RTLD_NEXT, #name))(path, flags, mode); \\
      }
    OPEN(open)
    OPEN(open64)
    #define OPEN_FILE(name) \\
      FILE *name(const char *path, const char *mode) { \\
        if (is_missing(path)) return NULL; \\
        return ((FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, #name))(path, mode); \\
      }
    OPEN_FILE(fopen)
    OPEN_FILE(fopen64)
    """

  private func expectAllArguments(_ source: String) throws {
    let library = try PreloadedLibrary(source)
    let program = try Program(["LD_PRELOAD": library.path])
    #expect(try program.run("add", "Ada", "Bo Ek").status == .code(0))
    #expect(try program.run("show", "--format", "names").output == "Ada\nBo Ek\n")
    #expect(try program.run("show", "--format", "sections", "nobody", "x\n").status == .code(1))
  }
}
