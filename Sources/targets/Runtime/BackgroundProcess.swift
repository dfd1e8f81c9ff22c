import Glibc

enum BackgroundProcess {
  /// Starts a program in a session of its own, without the terminal and the streams of this one.
  ///
  /// Whether that succeeds is not told: what it does is not needed.
  static func start(_ path: String, _ words: [String]) {
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0)
    }
    // POSIX_SPAWN_SETSID, which glibc declares for GNU sources only.
    let startsSession: Int16 = 0x80
    posix_spawnattr_setflags(&attributes, startsSession)
    let arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    posix_spawn(&process, path, &files, &attributes, arguments, environ)
  }
}
