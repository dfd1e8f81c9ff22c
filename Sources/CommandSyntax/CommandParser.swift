/// Reads the words of a command line, as `getopt_long` does: options and operands in any order.
///
/// - `--name value`, `--name=value`; `-n value`, `-nvalue`; flags of one letter may be joined, as in `-10`. A
///   flag may be called `+x`, as the opposite of `-x`.
/// - A value is taken whatever it looks like. `-` is an operand; after `--` all words are.
/// - What is given twice counts as it was given last, unless it repeats.
package struct CommandParser<Root: ArgumentGroup> {
  private let arguments = Root.arguments
  private var root: Root
  private var words: ArraySlice<String>
  private var operands: [String] = []

  private init(_ words: [String], _ root: Root) {
    (self.words, self.root) = (words[...], root)
  }

  /// The command as the words say, where they say nothing as in `root`.
  ///
  /// - Throws: ``UsageError``, ``HelpRequest``.
  package static func parse(_ words: [String], into root: Root = Root()) throws -> Root {
    var parser = Self(words, root)
    try parser.readWords()
    try parser.giveOperands()
    try parser.root.checkAll()
    return parser.root
  }

  private mutating func readWords() throws {
    while let word = words.popFirst() {
      if word == "--" {
        if let rest = arguments.rest { rest(&root, Array(words)) } else { operands += words }
        return
      }
      if word.hasPrefix("--") {
        try readLong(word)
      } else if word.hasPrefix("+"), let argument = argument(named: word) {
        try take(argument, word, [])
      } else if word.hasPrefix("-"), word != "-" {
        try readShort(word)
      } else {
        operands.append(word)
      }
    }
  }

  private func argument(named name: String) -> Argument<Root>? {
    arguments.list.first { $0.facts.names.contains(name) }
  }

  // MARK: Options

  private mutating func readLong(_ word: String) throws {
    let equals = word.firstIndex(of: "=")
    let name = String(word[..<(equals ?? word.endIndex)])
    guard let argument = argument(named: name) else { throw try unknown(name) }
    let value = equals.map { String(word[word.index(after: $0)...]) }
    switch argument.facts.kind {
    case .flag:
      if value != nil { throw UsageError("\(name) takes no value") }
      try take(argument, name, [])
    case .optionWithOptionalValue: try take(argument, name, value.map { [$0] } ?? [])
    case .option: try take(argument, name, values(of: argument, name, first: value))
    case .operand: break
    }
  }

  private mutating func readShort(_ word: String) throws {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let argument = argument(named: name) else {
        // One dash too few is a likely mistake.
        let long = "-" + word
        let isLong = letters.count > 0 && self.argument(named: Self.name(in: long)) != nil
        throw isLong
          ? UsageError("unknown option \(word); did you mean \(long)?") : try unknown(name)
      }
      switch argument.facts.kind {
      case .flag: try take(argument, name, [])
      case .optionWithOptionalValue:
        return try take(argument, name, letters.isEmpty ? [] : [Self.value(letters)])
      case .option:
        let first = letters.isEmpty ? nil : Self.value(letters)
        return try take(argument, name, values(of: argument, name, first: first))
      case .operand: break
      }
    }
  }

  private static func name(in word: String) -> String { String(word.prefix { $0 != "=" }) }

  /// The value that follows a letter; an equals sign between them is no part of it.
  private static func value(_ letters: Substring) -> String {
    String(letters.count > 1 && letters.first == "=" ? letters.dropFirst() : letters)
  }

  /// The values of an option, the first of which may be part of its own word.
  private mutating func values(
    of argument: Argument<Root>, _ name: String, first: String?
  ) throws -> [String] {
    let facts = argument.facts
    var values = first.map { [$0] } ?? []
    if facts.takesRest {
      values += words
      words = []
    }
    while values.count < facts.values.count, let next = words.first {
      if values.count >= facts.values.count - facts.optionalValues, next.hasPrefix("-") { break }
      values.append(next)
      words.removeFirst()
    }
    guard values.count >= facts.values.count - facts.optionalValues else {
      throw UsageError("\(name) requires \(facts.values.joined(separator: " "))")
    }
    return values
  }

  private mutating func take(
    _ argument: Argument<Root>, _ name: String, _ values: [String]
  ) throws {
    do {
      try argument.take(&root, values)
    } catch let error as ValueError {
      throw UsageError("\(name) takes \(error.wanted), not “\(values.first ?? "")”")
    }
  }

  private func unknown(_ name: String) throws -> any Error {
    switch name {
    case "-h": return HelpRequest.brief
    case "--help": return HelpRequest.whole
    case "--version": return HelpRequest.version
    default:
      let known = arguments.facts.flatMap(\.names).filter { $0.hasPrefix("--") } + ["--help"]
      let near = Spelling.nearest(to: name, among: known)
      return UsageError("unknown option \(name)" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
  }

  // MARK: Operands

  private mutating func giveOperands() throws {
    var rest = operands[...]
    for argument in arguments.list where argument.facts.kind == .operand {
      repeat {
        guard let operand = rest.popFirst() else { return }
        try take(argument, argument.facts.values[0], [operand])
      } while argument.facts.isRepeating
    }
    if let extra = rest.first { throw UsageError("unexpected argument “\(extra)”") }
  }
}

/// Asks for help instead of the command.
package enum HelpRequest: Error, Equatable {
  /// In less than a screen.
  case brief
  case whole
  case version
}
