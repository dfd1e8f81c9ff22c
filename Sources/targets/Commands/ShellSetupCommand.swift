import Printing
import CommandSyntax
import TerminalText

/// Prints the code for a shell's start-up file: completions, and the key that picks.
struct ShellSetupCommand: ProgramCommand {
  static let about = CommandText(
    "shell", "Print shell completions and a key binding that picks names from a list.",
    usage: "targets shell [--key KEY | --completions] bash|zsh|fish",
    discussion: """
      One line in the start-up file of the shell is enough. The key, C-x t or that of --key, picks a name \
      and inserts it at the cursor, quoted. It picks from the list TARGETS_PICK_LIST; without it, the key \
      asks which list if there are several.

      EXAMPLES:
        eval "$(targets shell bash)"                in ~/.bashrc
        eval "$(targets shell zsh --key '^T')"      in ~/.zshrc, after compinit
        targets shell fish | source                 in ~/.config/fish/config.fish
      """)

  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The characters that would end the key in the printed code, unless a backslash is before them.
    private var endsOfKey: String {
      switch self {
      case .bash: "\""
      case .zsh: ""
      case .fish: " \"$&()<>;|#*?{}"
      }
    }

    /// Whether a key can be part of the printed code, which has it within single quotes or as a word.
    func accepts(key: String) -> Bool {
      // Only zsh takes ^T for C-t; the others would bind two characters.
      if self != .zsh, key.hasPrefix("^"), key.count > 1 { return false }
      var isEscaped = false
      for character in key.unicodeScalars {
        if character.value < 0x20 || character.value == 0x7F || character == "'" { return false }
        if !isEscaped, endsOfKey.unicodeScalars.contains(character) { return false }
        isEscaped = !isEscaped && character == "\\"
      }
      return !key.isEmpty && !isEscaped
    }
  }

  var shell: Shell?

  var key: String?

  var completions = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operand(choice: "SHELL", help: "The shell.") { $0.shell = $1 }
      Argument.option(
        "--key", value: "KEY",
        help: "Bind this key instead, in the shell's own notation: \\C-xt, ^Xt, \\cxt."
      ) { $0.key = $1 }
      Argument.flag("--completions", help: "Print only the completions.") { $0.completions = true }
    }
  }

  func check() throws {
    if shell == nil { throw UsageError("requires bash, zsh or fish") }
    if completions, key != nil { throw UsageError("--completions cannot be combined with --key") }
    if let key, let shell, !shell.accepts(key: key) {
      throw UsageError("--key takes a key in the notation of \(shell.rawValue), not “\(key)”")
    }
  }

  func run() throws {
    let script =
      switch shell {
      case .bash: ShellScript.bash
      case .zsh: ShellScript.zsh
      case .fish: ShellScript.fish
      case nil: throw UsageError("requires bash, zsh or fish")
      }
    var output = Output()
    try output.show(script.completion)
    if !completions { try output.show(script.picking(key: key)) }
    try output.flush()
  }
}
