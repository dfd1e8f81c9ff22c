import Printing
import ArgumentParser
import TerminalText

/// Prints what a shell has to know: completions, and the key that picks.
struct ShellSetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shell",
    abstract: "Print completions for a shell, and a key that picks names from a list.",
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

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Another key, as the shell writes it: \\C-xt, ^Xt, \\cxt.", valueName: "key"))
  var key: String?

  @Flag(help: "Only the completions.")
  var completions = false

  func validate() throws {
    if completions, key != nil { throw ValidationError("--completions have no --key") }
  }

  func run() throws {
    let script =
      switch shell {
      case .bash: ShellScript.bash
      case .zsh: ShellScript.zsh
      case .fish: ShellScript.fish
      }
    var output = Output()
    try output.show(script.completion)
    if !completions { try output.show(script.picking(key: key)) }
    try output.flush()
  }
}
