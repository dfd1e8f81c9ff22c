import Printing
import CommandSyntax
import TerminalText

/// Prints what a shell has to know: completions, and the key that picks.
struct ShellSetupCommand: ProgramCommand {
  static let about = CommandText(
    "shell", "Print completions for a shell, and a key that picks names from a list.",
    usage: "targets shell [--key KEY | --completions] bash|zsh|fish",
    discussion: """
      A line in the start-up file of the shell is enough. The key picks a name of a list, and puts \
      it on the command line at the cursor, quoted: C-x t, or --key. The list is \
      TARGETS_PICK_LIST, or it is asked for if there are several.

      EXAMPLES:
        eval "$(targets shell bash)"                in ~/.bashrc
        eval "$(targets shell zsh --key '^T')"      in ~/.zshrc, after compinit
        targets shell fish | source                 in ~/.config/fish/config.fish
      """)

  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  var shell: Shell?

  var key: String?

  var completions = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operand(choice: "SHELL", help: "bash, zsh or fish.") { $0.shell = $1 }
      Argument.option(
        "--key", value: "KEY", help: "Another key, as the shell writes it: \\C-xt, ^Xt, \\cxt."
      ) { $0.key = $1 }
      Argument.flag("--completions", help: "Only the completions.") { $0.completions = true }
    }
  }

  func check() throws {
    if shell == nil { throw UsageError("shell requires bash, zsh or fish") }
    if completions, key != nil { throw UsageError("--completions have no --key") }
  }

  func run() throws {
    let script =
      switch shell {
      case .bash: ShellScript.bash
      case .zsh: ShellScript.zsh
      case .fish: ShellScript.fish
      case nil: throw UsageError("shell requires bash, zsh or fish")
      }
    var output = Output()
    try output.show(script.completion)
    if !completions { try output.show(script.picking(key: key)) }
    try output.flush()
  }
}
