import Substrings

/// The words of a command that another program executes as a script, in which a value would be code.
///
/// Shells and other interpreters are recognized in any word, as many programs start others. Scripts
/// in files, pipes into a shell, and variables are not checked, because the words alone do not show
/// their content.
struct ScriptWords {
  private let words: [CommandWord]

  /// Refuses a command with a placeholder in such a word.
  static func check(_ words: [CommandWord]) throws(CommandRefusal) {
    guard words.contains(where: { $0.placeholder != nil }) else { return }
    let command = ScriptWords(words: words)
    for place in words.indices {
      if let interpreter = Interpreter(command.program(at: place)), !interpreter.isCommandOnly {
        try command.check(interpreter, at: place)
      }
    }
    try command.checkCommands()
  }

  /// The name of the program if this word is one; empty if a row determines it.
  private func program(at place: Int) -> String {
    guard words[place].placeholder == nil else { return "" }
    return words[place].text.split(separator: "/").last.map(String.init) ?? ""
  }

  private func refuse(_ place: Int, _ reader: String) throws(CommandRefusal) {
    guard words.indices.contains(place), let placeholder = words[place].placeholder else { return }
    throw .script(placeholder, reader: reader)
  }

  private func refuse(from place: Int, _ reader: String) throws(CommandRefusal) {
    for place in words.indices.dropFirst(place) { try refuse(place, reader) }
  }

  // MARK: Interpreters

  private func check(_ interpreter: Interpreter, at place: Int) throws(CommandRefusal) {
    var next = place + 1
    var readsOperand = false
    var operands: [Int] = []
    var isScriptGiven = false
    while next < words.count {
      let word = words[next].text
      let isGlued = words[next].placeholder != nil && !words[next].beginsWithValue
      if word == "--", !isGlued {
        next += 1
        break
      }
      if interpreter.takesPlus, word.hasPrefix("+") { try refuse(next, interpreter.name) }
      guard word.utf8.count > 1 || isGlued,
        word.hasPrefix("-") || interpreter.isShell && word.hasPrefix("+")
      else {
        guard interpreter.takesOptionsLater else { break }
        operands.append(next)
        next += 1
        continue
      }
      let option = Option(word, of: interpreter)
      if option.hasScript || option.takesScript || option.namesFile { isScriptGiven = true }
      let isScript = option.hasScript || option.takesScript
      if isScript || isGlued && option.readsOn { try refuse(next, interpreter.name) }
      if option.takesScript {
        if interpreter.isShell {
          readsOperand = true
        } else {
          try refuse(next + 1, interpreter.name)
        }
      }
      if option.endsOptions { return }
      next += option.takesNext && !isGlued ? 2 : 1
    }
    if readsOperand { try refuse(next, interpreter.name) }
    guard let operand = interpreter.scriptOperand, !isScriptGiven else { return }
    operands += words.indices.dropFirst(next)
    if operand < operands.count { try refuse(operands[operand], interpreter.name) }
  }

  // MARK: Programs that begin a command

  private static let arithmetic: Set = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v"]

  /// Checks each program that starts another one, and the last program that is started.
  private func checkCommands() throws(CommandRefusal) {
    var place = words.firstIndex { !Self.isBeforeCommand($0.text) } ?? words.endIndex
    while place < words.endIndex {
      let name = program(at: place)
      if let interpreter = Interpreter(name), interpreter.isCommandOnly {
        if name == "git" { try checkGit(after: place) }
        return try check(interpreter, at: place)
      }
      switch name {
      // These pass the following words to a shell; make does so with the values of its variables.
      case "eval", "trap", "parallel", "tmux", "make", "gmake":
        return try refuse(from: place + 1, name)
      // Bash evaluates a value here, and runs what is in an index: a[$(…)].
      case "let": return try refuse(from: place + 1, name)
      case "[[" where words.dropFirst(place).contains { Self.arithmetic.contains($0.text) }:
        return try refuse(from: place + 1, name)
      case "deno":
        if words.dropFirst(place + 1).first?.text == "eval" { try refuse(from: place + 2, name) }
        return
      case _ where Self.remoteShells.contains(name): return try checkRemote(after: place, name)
      case "watch":
        let isDirect = words.dropFirst(place + 1).contains { ["-x", "--exec"].contains($0.text) }
        if !isDirect { try refuse(from: place + 1, name) }
        return
      case _ where Self.starters.contains(name): break
      default: return
      }
      if name == "env" { try checkSplitting(after: place) }
      guard let next = commandStarted(after: place) else { return }
      place = next
    }
  }

  /// Refuses placeholders in words that a git command gives to a shell.
  private func checkGit(after place: Int) throws(CommandRefusal) {
    let texts = words.map(\.text)
    for next in words.indices.dropFirst(place + 1) {
      let word = texts[next]
      if word == "--" { return }
      let name = String(word.prefix { $0 != "=" })
      let isShort = word == "-x" && texts[..<next].contains("rebase")
      if isShort || Self.scriptsOfGit.contains(name) {
        try refuse(word.contains("=") ? next : next + 1, "git")
      }
      if word == "foreach", texts[..<next].contains("submodule") {
        try refuse(from: next + 1, "git")
      }
    }
  }

  private static let scriptsOfGit: Set<String> = [
    "--exec", "--upload-pack", "--receive-pack", "--env-filter", "--tree-filter", "--index-filter",
    "--parent-filter", "--msg-filter", "--commit-filter", "--tag-name-filter",
  ]

  private static func isBeforeCommand(_ word: String) -> Bool {
    if ["if", "then", "else", "elif", "do", "while", "until", "!", "{", "time"].contains(word) {
      return true
    }
    return isAssignment(word)
  }

  private static func isAssignment(_ word: String) -> Bool {
    guard let end = word.firstIndex(of: "="), end != word.startIndex else { return false }
    return word[..<end].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Programs that pass the words after the host to a shell there.
  static let remoteShells: Set<String> = ["ssh", "slogin", "rsh", "autossh", "mosh"]

  /// Programs that start the command in their last arguments.
  private static let starters: Set<String> = [
    "builtin", "busybox", "chronic", "command", "doas", "env", "exec", "ionice", "nice", "nohup",
    "setsid", "sshpass", "stdbuf", "sudo", "taskset", "time", "timeout", "torsocks", "unbuffer",
    "xargs",
  ]

  /// The place of the started command, after the starter's options and their arguments.
  private func commandStarted(after place: Int) -> Int? {
    for next in words.indices.dropFirst(place + 1) {
      let word = words[next].text
      let name = program(at: next)
      if ["eval", "watch"].contains(name) || Self.remoteShells.contains(name)
        || Self.starters.contains(name)
      {
        return next
      }
      let isNumber = word.first?.isNumber == true
      if word.hasPrefix("-") || Self.isAssignment(word) || isNumber { continue }
      if next > place + 1, words[next - 1].text.hasPrefix("-"), words[next - 1].text != "--" {
        continue
      }
      return next
    }
    return nil
  }

  /// `env -S` splits a word, and so would split a value.
  private func checkSplitting(after place: Int) throws(CommandRefusal) {
    for next in words.indices.dropFirst(place + 1) {
      let word = words[next].text
      guard word.hasPrefix("-") || Self.isAssignment(word) else { return }
      let isShort = word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("S")
      guard isShort || word.hasPrefix("--split-string") else { continue }
      try refuse(next, "env")
      try refuse(next + 1, "env")
    }
  }

  /// The remote shell interprets everything after the host.
  private func checkRemote(after place: Int, _ name: String) throws(CommandRefusal) {
    // The port of autossh.
    let withValue = "BbcDEeFIiJLlmOopPQRSWw" + (name == "autossh" ? "M" : "")
    var next = place + 1
    while next < words.count, words[next].text != "--", words[next].text.hasPrefix("-"),
      words[next].text.utf8.count > 1
    {
      let letters = words[next].text.dropFirst()
      guard let letter = letters.firstIndex(where: { withValue.contains($0) }) else {
        next += 1
        continue
      }
      let isApart =
        letters.index(after: letter) == letters.endIndex && words[next].placeholder == nil
      let value = isApart ? next + 1 : next
      // ProxyCommand, LocalCommand, RemoteCommand, KnownHostsCommand
      if letters[letter] == "o", value < words.count,
        words[value].text.lowercased().includes("command")
      {
        try refuse(value, name)
      }
      next = value + 1
    }
    if next < words.count, words[next].text == "--" { next += 1 }
    try refuse(from: next + 1, name)
  }
}
