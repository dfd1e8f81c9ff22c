import CommandSyntax
import Glibc
import Sessions

/// Reads lines from a file instead of the prompt.
struct ScriptOptions: ArgumentGroup {
  /// The path of the file; `-` is standard input.
  var commands: String?

  private var allowsShell = false

  var isGiven: Bool { commands != nil }

  /// Whether standard input has lines for the prompt, and not rows.
  var readsStandardInput: Bool { commands == "-" }

  /// Whether the script may run shell commands.
  var mayRunShell: Bool { commands == nil || allowsShell }

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "--commands", value: "FILE",
        help: """
          Read prompt lines from this file as if typed in plain mode, without asking: a query prints the \
          matching rows, a :command is carried out. - is standard input.
          """
      ) { $0.commands = $1 }
      Argument.flag("--allow-shell", help: "Allow lines that --commands reads to run :! COMMAND.") {
        $0.allowsShell = true
      }
    }
  }

  func check() throws {
    if allowsShell, commands == nil { throw UsageError("--allow-shell requires --commands") }
  }

  /// Refuses to read standard input twice.
  func check(besideFiles files: [String]) throws {
    if readsStandardInput, files.contains("-") {
      throw UsageError("--commands - cannot be combined with the FILE -; both read standard input")
    }
  }
}
