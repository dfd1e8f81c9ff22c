/// A program that reads one of its arguments as a script, and how its options are read.
struct Interpreter {
  let name: String

  /// Whether, after `-c`, the script is the first operand, as with shells.
  var isShell = false

  /// Whether its name is recognized only at the start of a command; elsewhere it is text, as in
  /// `grep make FILE`.
  var isCommandOnly = false

  /// The options whose arguments are scripts.
  let scripts: String
  var longScripts: [String] = []

  /// Options with a script that are a word after a single dash, in lower case.
  var wordScripts: [String] = []

  /// Whether a word that begins with a plus is a script.
  var takesPlus = false

  /// Other options with an argument, in the same word or the next one; or only in the same word.
  var withNext = ""
  var withRest = ""
  var longWithNext: [String] = []

  /// The index of the operand that is the script, if no option contains the script.
  var scriptOperand: Int?

  /// Options that name a file with the script.
  var files = ""

  /// Whether everything after the script belongs to the script.
  var endsWithScript = false

  /// Whether options may follow operands.
  var takesOptionsLater = false

  /// `nil` if the program is not a known interpreter.
  init?(_ program: String) {
    name = program
    switch program {
    case "sh", "ash", "bash", "csh", "dash", "elvish", "ksh", "ksh93", "mksh", "nu", "pdksh",
      "posh", "rbash", "rc", "tcsh", "xonsh", "yash", "zsh":
      (isShell, scripts, longWithNext) = (true, "c", ["rcfile", "init-file"])
    case "fish":
      (scripts, longScripts, withNext) = ("cC", ["command", "init-command"], "dfpo")
    case _ where Self.isPython(program):
      (scripts, withNext, endsWithScript) = ("c", "WXmQ", true)
    case "pwsh", "powershell": (scripts, wordScripts) = ("c", ["command", "encodedcommand"])
    // -M takes code after the name of a module.
    case _ where Self.isVersion(of: "perl", program):
      (scripts, withNext, withRest) = ("eEMm", "I", "CDFVix")
    case "ruby": (scripts, withNext, withRest) = ("e", "CEIr", "FKTWix")
    case "node", "nodejs", "bun", "deno":
      (scripts, longScripts, withNext) = ("ep", ["eval", "print"], "Cr")
      longWithNext = ["require", "import", "conditions", "env-file"]
    case "php": (scripts, longScripts, withNext) = ("rBRE", ["run"], "cdfzStF")
    case "guile", "expect": scripts = "c"
    case "julia": (scripts, longScripts, withNext) = ("eE", ["eval", "print"], "JpL")
    case "elixir": (scripts, longScripts, withNext) = ("e", ["eval"], "rS")
    case "osascript": (scripts, withNext) = ("e", "ls")
    case "sbcl", "mongosh": (scripts, longScripts) = ("", ["eval"])
    case "emacs":
      (scripts, longScripts, wordScripts) = ("", ["eval", "execute"], ["eval", "execute"])
      takesOptionsLater = true
    case "gdb":
      (scripts, longScripts) = ("", ["ex", "iex", "eval-command"])
      (wordScripts, takesOptionsLater) = (["ex", "iex", "eval-command"], true)
    case "lua", "luajit": (scripts, withNext) = ("e", "l")
    case "R", "Rscript": scripts = "e"
    case "su", "runuser", "flock", "script", "sg":
      (scripts, longScripts) = ("c", ["command", "session-command"])
      withNext = program == "script" ? "BIOTmo" : "GTguwsE"
      takesOptionsLater = true
    default:
      isCommandOnly = true
      switch program {
      case "awk", "gawk", "mawk", "nawk", "original-awk":
        (scripts, longScripts, scriptOperand) = ("e", ["source"], 0)
        (files, withNext) = ("fE", "vFl")
      case "sed", "gsed":
        (scripts, longScripts, scriptOperand) = ("e", ["expression"], 0)
        (files, withNext, withRest, takesOptionsLater) = ("f", "l", "i", true)
      case "psql": (scripts, longScripts, withNext) = ("c", ["command"], "dfhLopPRTUvF")
      case "mysql", "mariadb":
        (scripts, longScripts, withNext) = ("e", ["execute"], "DhPSu")
        withRest = "p"
      case "sqlite3": (scripts, scriptOperand) = ("", 1)
      case "vi", "vim", "nvim", "ex", "view":
        (scripts, longScripts, withNext) = ("cS", ["cmd"], "uUiTwW")
        (takesPlus, takesOptionsLater) = (true, true)
      case "nc", "ncat", "netcat":
        (scripts, longScripts, withNext) = ("ce", ["sh-exec", "exec", "lua-exec"], "pqswiTxX")
        takesOptionsLater = true
      case "sort": (scripts, longScripts, takesOptionsLater) = ("", ["compress-program"], true)
      case "split": (scripts, longScripts, takesOptionsLater) = ("", ["filter"], true)
      // Only before the command of git; after it, -c means something else.
      case "git": (scripts, withNext) = ("c", "C")
      case "tar", "gtar":
        (scripts, takesOptionsLater, withNext) = ("IF", true, "fCTXbgHLNKV")
        longScripts = [
          "to-command", "use-compress-program", "checkpoint-action", "rsh-command", "info-script",
        ]
      case "rsync":
        (scripts, longScripts, takesOptionsLater) = ("e", ["rsh", "rsync-path"], true)
        withNext = "fBTM"
      default: return nil
      }
    }
  }

  /// Matches names such as `python3.11`.
  private static func isPython(_ program: String) -> Bool {
    ["python", "pypy", "ipython"].contains { isVersion(of: $0, program) }
  }

  private static func isVersion(of stem: String, _ program: String) -> Bool {
    program.hasPrefix(stem)
      && program.dropFirst(stem.count).allSatisfy { $0.isNumber || $0 == "." }
  }
}

extension ScriptWords {
  /// A word with options of an interpreter.
  struct Option {
    /// Whether the word itself contains a script.
    private(set) var hasScript = false

    /// Whether a script follows: in the next word, or for a shell in the first operand.
    private(set) var takesScript = false

    /// Whether the next word is the argument of an option.
    private(set) var takesNext = false
    private(set) var endsOptions = false

    /// Whether it names a file with the script.
    private(set) var namesFile = false

    /// Whether text at its end would be read as more options, one of which may take a script.
    private(set) var readsOn = false

    init(_ word: String, of interpreter: Interpreter) {
      if word.hasPrefix("--") {
        let name = word.dropFirst(2).prefix { $0 != "=" }
        let hasValue = word.contains("=")
        // Many programs take the start of a long option.
        let isScript = !name.isEmpty && interpreter.longScripts.contains { $0.hasPrefix(name) }
        readsOn = name.isEmpty
        hasScript = isScript && hasValue
        takesScript = isScript && !hasValue
        takesNext = takesScript || !hasValue && interpreter.longWithNext.contains(String(name))
        return
      }
      if interpreter.isShell {
        takesScript = word.hasPrefix("-") && word.contains("c")
        // The name of a setting follows.
        takesNext = word.hasSuffix("o") || word.hasSuffix("O")
        readsOn = true
        return
      }
      if interpreter.wordScripts.contains(word.dropFirst().lowercased()) {
        (takesScript, takesNext) = (true, true)
        return
      }
      readLetters(word.dropFirst(), interpreter)
    }

    private mutating func readLetters(_ letters: Substring, _ interpreter: Interpreter) {
      var rest = letters
      while let letter = rest.popFirst() {
        if interpreter.scripts.contains(letter) {
          // Node takes -pe for -p -e.
          if letter == "p", rest == "e" { continue }
          (hasScript, takesScript, takesNext) = (!rest.isEmpty, rest.isEmpty, rest.isEmpty)
          endsOptions = interpreter.endsWithScript
          return
        }
        if interpreter.withRest.contains(letter) { return }
        if interpreter.files.contains(letter) {
          (namesFile, takesNext) = (true, rest.isEmpty)
          return
        }
        if interpreter.withNext.contains(letter) {
          takesNext = rest.isEmpty
          // The words after -m are arguments of the module.
          endsOptions = letter == "m" && interpreter.endsWithScript
          return
        }
      }
      readsOn = !interpreter.scripts.isEmpty
    }
  }
}
