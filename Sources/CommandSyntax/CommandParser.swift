import Substrings

/// Reads the words of a command line, as `getopt_long` does: options and operands in any order.
///
/// - `--name value`, `--name=value`; `-n value`, `-nvalue`; flags of one letter may be combined, as
///   in `-10`. A flag may be named `+x`, as the opposite of `-x`.
/// - A value may look like an option. `-` is an operand, and so are all words after `--`.
/// - Of an option that is given twice, the last one counts, unless it can be repeated.
package struct CommandParser {
  private let arguments: ArgumentList
  private var root: any ArgumentGroup
  private var words: ArraySlice<String>
  private var operands: [String] = []

  /// The given arguments, except operands.
  private var given: [GivenArgument] = []

  private init(_ arguments: ArgumentList, _ words: [String], _ root: any ArgumentGroup) {
    (self.arguments, self.words, self.root) = (arguments, words[...], root)
  }

  /// Reads a command; `root` has the default values.
  ///
  /// - Throws: ``UsageError``, ``HelpRequest``.
  package static func parse<Root: ArgumentGroup>(
    _ words: [String], into root: Root = Root()
  ) throws -> Root {
    var parser = Self(Root.arguments.list, words, root)
    return Root.typed(try parser.parse())
  }

  private mutating func parse() throws -> any ArgumentGroup {
    try readWords()
    try giveOperands()
    try root.check(given: given)
    for check in arguments.checks { try check(root) }
    try root.check()
    return root
  }

  /// Whether an option with this name is accepted, or refused with a special reason.
  package static func takes<Group: ArgumentGroup>(_ name: String, in group: Group.Type) -> Bool {
    group.arguments.list.argument(named: name) != nil
  }

  private mutating func readWords() throws {
    while let word = words.popFirst() {
      if word == "--" {
        guard let rest = arguments.rest else {
          operands += words
          return
        }
        if words.isEmpty { throw UsageError("no command given after --") }
        return rest(&root, Array(words))
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

  private func argument(named name: String) -> ArgumentList.Argument? {
    arguments.argument(named: name)
  }

  // MARK: Options

  private mutating func readLong(_ word: String) throws {
    let (name, value) = Self.parts(of: word)
    guard let argument = argument(named: name) else {
      throw unknown(name, hasValue: value != nil)
    }
    switch argument.facts.kind {
    case .flag:
      if value != nil { throw UsageError("\(name) takes no value") }
      try take(argument, name, [])
    case .optionWithOptionalValue:
      try take(argument, name, value.map { [$0] } ?? next(of: argument))
    case .option: try take(argument, name, values(of: argument, name, first: value))
    case .operand: break
    }
  }

  private mutating func readShort(_ word: String) throws {
    var letters = word.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let argument = argument(named: name) else {
        // A missing second dash is a likely mistake.
        let long = "-" + word
        let isLong = letters.count > 0 && self.argument(named: Self.parts(of: long).name) != nil
        if isLong { throw UsageError("unknown option \(word); \(Spelling.suggestion(of: long))") }
        if word.count > 2 {
          throw UsageError(
            "unknown option \(name) in \(word); put -- before arguments that start with -")
        }
        throw unknown(name, hasValue: false)
      }
      switch argument.facts.kind {
      case .flag: try take(argument, name, [])
      case .optionWithOptionalValue:
        let given = letters.isEmpty ? next(of: argument) : [Self.value(letters, of: argument)]
        return try take(argument, name, given)
      case .option:
        let first = letters.isEmpty ? nil : Self.value(letters, of: argument)
        return try take(argument, name, values(of: argument, name, first: first))
      case .operand: break
      }
    }
  }

  /// The text before the first equals sign, and the text after it.
  private static func parts(of word: String) -> (name: String, value: String?) {
    // By scalars, because a combining accent after the sign would make another `Character` of it.
    let scalars = word.unicodeScalars
    guard let sign = scalars.firstIndex(of: "=") else { return (word, nil) }
    return (String(scalars[..<sign]), String(scalars[scalars.index(after: sign)...]))
  }

  /// The next word, if it is the optional value of an option.
  private mutating func next(of argument: ArgumentList.Argument) -> [String] {
    guard let next = words.first, argument.facts.takesNext(next) else { return [] }
    words.removeFirst()
    return [next]
  }

  /// The value that follows a letter; an equals sign belongs to it only if the option takes any text.
  private static func value(
    _ letters: Substring.UnicodeScalarView, of argument: ArgumentList.Argument
  ) -> String {
    let isSign = letters.count > 1 && letters.first == "=" && !argument.facts.takesAnyText
    return String(isSign ? letters.dropFirst() : letters)
  }

  /// The values of an option; the first can be in the same word, as in `--limit=3`.
  private mutating func values(
    of argument: ArgumentList.Argument, _ name: String, first: String?
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
    _ argument: ArgumentList.Argument, _ name: String, _ values: [String]
  ) throws {
    given.append(GivenArgument(facts: argument.facts, name: name))
    do {
      try argument.take(&root, values)
    } catch let error as ValueError {
      throw UsageError("\(name) takes \(error.wanted), not “\(values.first ?? "")”")
    } catch let refusal as OptionRefusal {
      throw UsageError("\(name) \(refusal.reason)")
    }
  }

  private func unknown(_ name: String, hasValue: Bool) -> any Error {
    switch name {
    case "-h": return HelpRequest.brief
    case "--help" where !hasValue: return HelpRequest.whole
    case "--version" where !hasValue: return HelpRequest.version
    case "--help", "--version": return UsageError("\(name) takes no value")
    default:
      let shown = arguments.arguments.map(\.facts).filter(\.isShown).flatMap(\.names)
      let known = shown.filter { $0.hasPrefix("--") } + ["--help", "--version"]
      let near = Spelling.suggestion(for: name, among: known)
      return UsageError("unknown option \(name)" + (near.map { "; " + $0 } ?? ""))
    }
  }

  // MARK: Operands

  private mutating func giveOperands() throws {
    var rest = operands[...]
    for argument in arguments.arguments where argument.facts.kind == .operand {
      repeat {
        guard let operand = rest.popFirst() else { return }
        try take(argument, argument.facts.values[0], [operand])
      } while argument.facts.isRepeating
    }
    if let extra = rest.first { throw UsageError("unexpected argument “\(extra)”") }
  }
}

/// A request for help instead of the command.
package enum HelpRequest: Error, Equatable {
  /// The brief help, which takes less than a screen.
  case brief
  case whole
  case version
}
