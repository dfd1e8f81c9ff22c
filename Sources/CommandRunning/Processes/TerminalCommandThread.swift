import Glibc
import QueueExecutor
import Synchronization

/// Waits for the command on a thread that may block.
actor TerminalCommandThread {
  private let executor = QueueExecutor(label: "targets.terminal-command")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private enum Stage {
    case waiting, ended
    case running(pid_t)
  }

  // Held while the command is started, and while its end is taken: so it is told once it runs, and
  // nobody else is.
  private nonisolated let stage = Mutex(Stage.waiting)
  private let command: TerminalCommand

  init(_ command: TerminalCommand) {
    self.command = command
  }

  func run() -> CommandEnding {
    let terminal = open(command.terminal, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return CommandEnding(error: errno) }
    defer { close(terminal) }
    let child = ChildCommand(
      path: "/bin/sh", arguments: command.command.arguments, input: terminal, output: terminal,
      errors: terminal)
    do throws(ProgramPath.Failure) {
      let (process, ending) = try stage.withLock { stage throws(ProgramPath.Failure) in
        let started = try child.start()
        // Cancelled before there was anything to be told.
        if case .ended = stage { kill(started.process, SIGHUP) }
        stage = .running(started.process)
        return started
      }
      defer { close(ending) }
      return waitForEnd(of: process, ending)
    } catch {
      return CommandEnding(error: error.code)
    }
  }

  /// Tells the command that its terminal is gone.
  nonisolated func hangUp() {
    stage.withLock { stage in
      if case .running(let process) = stage { kill(process, SIGHUP) } else { stage = .ended }
    }
  }

  private func waitForEnd(of process: pid_t, _ ending: Int32) -> CommandEnding {
    var set = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
    while poll(&set, 1, -1) <= 0 {}
    var status: Int32 = 0
    stage.withLock { stage in
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      stage = .ended
    }
    return CommandEnding(waitStatus: status)
  }
}
