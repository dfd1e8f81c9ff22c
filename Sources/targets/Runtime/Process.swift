import CGlibc
import CSignals
import Glibc

enum Process {
  static func prepare() {
    openMissingStreams()
    // Memory contains the environment, including a token for the HTTP helper.
    if getenv("TARGETS_HTTP_TOKEN") != nil { csignals_hide_memory() }
    RestingExecutor.install()
    // With a fixed threshold, large blocks are returned to the system when freed. By default, glibc
    // raises the threshold with each block, and keeps the memory that reading and sorting used.
    mallopt(M_MMAP_THRESHOLD, 1 << 18)
    // By default glibc reserves 64 MiB of address space for each thread that allocates, also if nothing is
    // left then for the stack of the next one, for which Dispatch would wait without end.
    var space = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &space) == 0, space.rlim_cur != .max {
      mallopt(M_ARENA_MAX, 1)
    }
    // A write beyond the file size limit fails instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The user's login name, or the user ID if there is none.
  static var loginName: String {
    guard let user = getpwuid(geteuid()), let name = user.pointee.pw_name else {
      return "\(geteuid())"
    }
    return String(cString: name)
  }

  /// Opens /dev/null for closed standard streams, so that no other file takes their descriptors.
  ///
  /// Writing to a closed standard output still fails, since it is opened for reading. Messages for
  /// a closed standard error are discarded.
  private static func openMissingStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is the closed stream.
      _ = open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
