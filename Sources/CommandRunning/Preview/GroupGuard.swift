import Glibc

/// Kills a process group when this process ends and has not ended the group itself: by SIGKILL, say.
///
/// A shell waits for the end of a pipe whose other end only this process has. `PR_SET_PDEATHSIG`
/// would be sent when the thread ends that started the program, and only to that program.
struct GroupGuard {
  private let process: pid_t
  private let pipe: Int32

  /// Starts to guard a group; `nil` if another process or pipe cannot be had.
  init?(group: pid_t, output: Int32) {
    guard let pipe = try? ChildPipe() else { return nil }
    _ = fcntl(pipe.reading, F_SETFL, 0)
    var command = ChildCommand(
      path: "/bin/sh",
      arguments: ["sh", "-c", "read -r _; kill -s KILL -- \"-$1\"", "sh", "\(group)"],
      input: pipe.reading, output: output, errors: output)
    command.hasOwnSession = true
    defer { close(pipe.reading) }
    guard let (process, ending) = try? command.start() else {
      pipe.closeWriting()
      return nil
    }
    close(ending)
    self.process = process
    self.pipe = pipe.writing
  }

  /// Call it before the group is reaped: its number may then be that of another one.
  func end() {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    close(pipe)
  }
}
