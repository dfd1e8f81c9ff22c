import Glibc
import QueueExecutor

/// Waits for the command on a thread that may block.
actor TerminalCommandThread {
  private let executor = QueueExecutor(label: "targets.terminal-command")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated let wakeUp = WakeUp()
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
    do {
      let (process, ending) = try child.start()
      defer { close(ending) }
      return waitForEnd(of: process, ending)
    } catch {
      return CommandEnding(error: error.code)
    }
  }

  private func waitForEnd(of process: pid_t, _ ending: Int32) -> CommandEnding {
    var isWarned = false
    while true {
      if Task.isCancelled, !isWarned {
        kill(process, SIGHUP)
        isWarned = true
      }
      var set = [ending, isWarned ? -1 : wakeUp.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&set, nfds_t(set.count), -1) > 0 else { continue }
      if set[1].revents != 0 { wakeUp.acknowledge() }
      if set[0].revents != 0 { break }
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return CommandEnding(waitStatus: status)
  }
}
