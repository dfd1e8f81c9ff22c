extension ShellScanner {
  /// Takes the next character by the rules of the present part.
  mutating func step() throws(CommandRefusal) {
    switch parts[parts.count - 1] {
    case .script, .substitution: try stepOutsideQuotes()
    case .quoted: try stepInDoubleQuotes()
    case .refusing(let name, let end, let open): try step(in: name, end: end, open: open)
    }
  }

  private mutating func stepOutsideQuotes() throws(CommandRefusal) {
    if let placeholder = try placeholderHere() { return take(placeholder) { "\"\($0)\"" } }
    switch byte() {
    case UInt8(ascii: "\\"): takeEscape()
    case UInt8(ascii: "'"): try takeSingleQuotes()
    case UInt8(ascii: "\""):
      beginWord()
      takeSyntax()
      enter(.quoted)
    case UInt8(ascii: "$"), UInt8(ascii: "`"): try takeExpansion()
    case UInt8(ascii: "#") where isBetweenWords: takeComment()
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      endWord()
      takeSyntax()
    case UInt8(ascii: "<"), UInt8(ascii: ">"): try takeRedirection()
    case UInt8(ascii: "("), UInt8(ascii: ")"): takeParenthesis()
    case UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "\n"):
      endCommand()
      takeSyntax()
    default: takeText()
    }
  }

  private mutating func stepInDoubleQuotes() throws(CommandRefusal) {
    if let placeholder = try placeholderHere() { return take(placeholder) { $0 } }
    switch byte() {
    case UInt8(ascii: "\\"):
      if let escaped = placeholder(1) {
        // The empty quotes prevent a dollar sign before them from forming a parameter.
        takeEscaped(escaped, after: "\"\"")
      } else if "$`\"\\\n".utf8.contains(byte(1)) {
        takeEscape()
      } else {
        takeText(2)
      }
    case UInt8(ascii: "\""):
      takeSyntax()
      leave()
    case UInt8(ascii: "$") where byte(1) != UInt8(ascii: "'"), UInt8(ascii: "`"):
      try takeExpansion()
    default: takeText()
    }
  }

  /// A backslash and the character that it escapes.
  private mutating func takeEscape() {
    if let escaped = placeholder(1) {
      return takeEscaped(escaped, after: "\\")
    }
    // An escaped line break is not part of a word.
    if byte(1) == UInt8(ascii: "\n") { takeSyntax(2) } else { takeText(2, quoting: 1) }
  }

  private mutating func takeSingleQuotes() throws(CommandRefusal) {
    beginWord()
    takeSyntax()
    while byte() != UInt8(ascii: "'") {
      guard place < source.count else { throw .unfinished("single quotes") }
      if byte() == UInt8(ascii: "\\"),
        let escaped = placeholder(1)
      {
        takeEscaped(escaped, after: "")
      } else if let placeholder = try placeholderHere() {
        take(placeholder) { "'\"\($0)\"'" }
      } else {
        takeText()
      }
    }
    takeSyntax()
  }

  private mutating func takeExpansion() throws(CommandRefusal) {
    beginWord()
    if isAt("$((") {
      takeText(3)
      enter(.refusing("$((…))", end: UInt8(ascii: ")"), open: 2))
    } else if isAt("$(") {
      takeText(2)
      enter(.substitution(open: 1))
    } else if isAt("${") {
      takeText(2)
      enter(.refusing("${…}", end: UInt8(ascii: "}"), open: 1))
    } else if isAt("$[") {
      takeText(2)
      enter(.refusing("$[…]", end: UInt8(ascii: "]"), open: 1))
    } else if isAt("$$") {
      takeText(2)
    } else if isAt("$'") {
      throw .unsupported("$'…'")
    } else if byte() == UInt8(ascii: "`") {
      takeText()
      enter(.refusing("`…`", end: UInt8(ascii: "`"), open: 1))
    } else {
      takeText()
    }
  }

  private mutating func takeComment() {
    while place < source.count, byte() != UInt8(ascii: "\n") { takeSyntax() }
  }

  private mutating func takeRedirection() throws(CommandRefusal) {
    if isAt("<<") { throw .unsupported("<<") }
    endWordBeforeTarget()
    takeSyntax()
    // The & of >&2 and the | of >| do not end a command.
    if [UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: ">")].contains(byte()) { takeSyntax() }
  }

  private mutating func takeParenthesis() {
    let isOpening = byte() == UInt8(ascii: "(")
    let isArithmetic = isOpening && isBetweenWords && byte(1) == byte()
    endCommand()
    if isArithmetic {
      takeSyntax(2)
      return enter(.refusing("((…))", end: UInt8(ascii: ")"), open: 2))
    }
    takeSyntax()
    guard case .substitution(let open) = parts[parts.count - 1] else { return }
    let left = isOpening ? open + 1 : open - 1
    if left == 0 { leave() } else { parts[parts.count - 1] = .substitution(open: left) }
  }

  /// Takes a character of a part that allows no placeholders.
  private mutating func step(
    in name: String, end: UInt8, open: Int
  ) throws(CommandRefusal) {
    _ = try placeholderHere()
    switch byte() {
    case UInt8(ascii: "\\"): takeText(2)
    case end:
      takeText()
      leave()
      if open > 1 { enter(.refusing(name, end: end, open: open - 1)) }
    case _ where end == UInt8(ascii: "`"): takeText()
    case UInt8(ascii: "(") where end == UInt8(ascii: ")"):
      takeText()
      leave()
      enter(.refusing(name, end: end, open: open + 1))
    case UInt8(ascii: "$"), UInt8(ascii: "`"): try takeExpansion()
    case UInt8(ascii: "\""):
      takeText()
      enter(.refusing("double quotes", end: UInt8(ascii: "\""), open: 1))
    case UInt8(ascii: "'") where end == UInt8(ascii: "}") && !isInDoubleQuotes:
      try takeSingleQuotes()
    default: takeText()
    }
  }

  /// Whether the surrounding part is quoted, so that single quotes have no meaning.
  private var isInDoubleQuotes: Bool {
    switch parts.dropLast().last {
    case .quoted?: true
    case .refusing(_, let end, _)?: end == UInt8(ascii: "\"")
    default: false
    }
  }

  /// The placeholder that begins here.
  private func placeholderHere() throws(CommandRefusal) -> Placeholder? {
    guard let placeholder = placeholder() else { return nil }
    for case .refusing(let name, _, _) in parts { throw .misplaced(placeholder, part: name) }
    return placeholder
  }
}
