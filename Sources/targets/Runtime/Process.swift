import CGlibc
import Glibc

/// What has to be so before anything else happens.
enum Process {
  static func prepare() {
    openMissingStreams()
    RestingExecutor.install()
    // What is large goes back to the system when it is freed. Left to itself glibc raises the bound with every
    // large piece, and keeps what lists were read and sorted in.
    mallopt(M_MMAP_THRESHOLD, 1 << 18)
    // A full quota is an error of one write, not the end of the program.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Refuses what would otherwise become another text without anybody noticing.
  static func checkArguments() throws {
    for number in 1..<max(Int(CommandLine.argc), 1) {
      guard let argument = CommandLine.unsafeArgv[number] else { break }
      if String(validatingCString: argument) == nil {
        throw Failure("argument \(number): not UTF-8: \(String(cString: argument))")
      }
    }
  }

  /// Opens /dev/null in place of closed standard streams: else the next file opened, the database say, would
  /// become the standard output.
  private static func openMissingStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is the one that is missing.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }
}
