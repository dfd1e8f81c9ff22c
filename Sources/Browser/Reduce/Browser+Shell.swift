package import ListModel
extension Browser {
  /// A shell command that waits for the terminal.
  package struct PendingShellCommand: Equatable, Sendable {
    /// Distinguishes equal commands.
    package let number: Int

    /// A script for the shell, with placeholders.
    package let script: String

    /// The row for the placeholders; `nil` if none is selected.
    package let row: Row?
  }
}

extension Browser.State {
  /// The command that should have the terminal, or `nil`.
  package var shellCommandToRun: Browser.PendingShellCommand? { shellCommands.first }

  mutating func runInShell(_ script: String) {
    if !settings.allowsShell {
      notice = .init(":! requires --allow-shell", isError: true)
      return
    }
    shellCommands.append(
      .init(number: nextNumber, script: script, row: (selected ?? onlyMatch).map(shellRow)))
    nextNumber += 1
  }

  mutating func endShellCommand(_ number: Int, _ result: Browser.Notice?) {
    shellCommands.removeAll { $0.number == number }
    if let result { notice = result }
  }
}
