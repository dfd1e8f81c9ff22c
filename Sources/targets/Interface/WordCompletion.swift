import CommandSyntax

/// The possible words at the cursor of a command line.
struct WordCompletion: Sendable {
  /// A possible word, and its meaning.
  struct Candidate: Equatable, Sendable {
    var text: String
    var meaning = ""
  }

  /// The origin of further candidates.
  enum Source: Equatable, Sendable {
    case nowhere, files, lists, names, verdicts, recipes
  }

  private(set) var candidates: [Candidate] = []
  private(set) var source = Source.nowhere

  /// The text before a candidate in the same word: `--list=`.
  private(set) var lead = ""

  /// The text that candidates of the source begin with.
  private(set) var prefix: String

  /// The options that the source depends on, if they are given.
  private(set) var list: String?
  private(set) var store: String?
  private(set) var schema: String?

  /// Finds the words that can replace the last word, which may be empty.
  ///
  /// - Parameter words: The words after the program's name, without the shell's quotes.
  init(_ words: [String]) {
    let current = words.last ?? ""
    prefix = current
    var before = LeadingOptions.moved(behindTheCommandIn: words.dropLast())[...]
    let isValue = before.last.map(LeadingOptions.names.contains) ?? false
    if LeadingOptions.count(in: before) == before.count, !isValue, !current.hasPrefix("-") {
      candidates = Self.commands.filter { $0.text.hasPrefix(current) }
      source = .files
      return
    }
    if before.first == "help" {
      let formats = Candidate(text: HelpCommand.formats, meaning: "The fields of what is printed.")
      candidates =
        before.count > 1 ? [] : (Self.commands + [formats]).filter { $0.text.hasPrefix(current) }
      return
    }
    let type = CommandList.command(named: before.first)
    if type != nil { before.removeFirst() }
    let command = CommandWords(of: type ?? BrowseCommand.self)
    list = Self.value(of: "--list", in: before) ?? Self.value(of: "-l", in: before)
    store = Self.value(of: "--store", in: before)
    schema = Self.value(of: "--schema", in: before)
    if before.contains("--"), command.name == "run" {
      source = .files  // the command that `run` starts
    } else if !before.contains("--"), let option = command.optionWithValue(before.last) {
      complete(valueOf: option)
    } else if !before.contains("--"), current.hasPrefix("-") {
      complete(option: current, of: command, given: Set(before))
    } else if let operand = command.operand(after: before) {
      complete(valueOf: operand)
    }
  }

  private static let commands = CommandList.shown.map {
    Candidate(text: $0.about.name, meaning: $0.about.abstract)
  }

  private static func value(of option: String, in words: ArraySlice<String>) -> String? {
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == option { return next }
      if option.hasPrefix("--"), word.hasPrefix(option + "=") {
        return String(word.dropFirst(option.count + 1))
      }
      if !option.hasPrefix("--"), word.hasPrefix(option) {
        let value = word.dropFirst(2)
        return String(value.hasPrefix("=") ? value.dropFirst() : value)
      }
    }
    return nil
  }

  private mutating func complete(valueOf argument: ArgumentFacts) {
    if !argument.choices.isEmpty {
      candidates = argument.choices.filter { $0.hasPrefix(prefix) }.map { .init(text: lead + $0) }
      return
    }
    switch argument.values.first {
    case "FILE", "STORE": source = .files
    case "LIST": source = .lists
    case "WORD", "VERDICT": source = .verdicts
    case "RECIPE": source = .recipes
    case "NAME" where argument.kind == .operand: source = .names
    default: break
    }
  }

  private mutating func complete(
    option word: String, of command: CommandWords, given: Set<String>
  ) {
    if let equals = word.firstIndex(of: "=") {
      let name = String(word[..<equals])
      guard let option = command.options.first(where: { $0.names.contains(name) }),
        option.kind != .flag
      else { return }
      lead = name + "="
      prefix = String(word[word.index(after: equals)...])
      return complete(valueOf: option)
    }
    for option in command.options where option.isRepeating || given.isDisjoint(with: option.names) {
      for name in option.names where name.hasPrefix(word) {
        candidates.append(.init(text: name, meaning: option.help))
      }
    }
  }
}

/// The arguments of a command, for completion.
private struct CommandWords {
  let name: String
  let options: [ArgumentFacts]
  private let operands: [ArgumentFacts]

  init(of command: any ProgramCommand.Type) {
    name = command.about.name
    let shown = command.facts.filter(\.isShown)
    options = shown.filter { $0.kind != .operand } + [.help, .version]
    operands = shown.filter { $0.kind == .operand }
  }

  /// The option with a name, if the word after it is its value.
  func optionWithValue(_ word: String?) -> ArgumentFacts? {
    guard let word else { return nil }
    return options.first { $0.kind == .option && $0.names.contains(word) }
  }

  /// The operand that follows these words, or `nil` if there is none.
  func operand(after words: ArraySlice<String>) -> ArgumentFacts? {
    var count = 0
    var isValue = false
    for word in words {
      if !isValue, word == "-" || !word.hasPrefix("-") { count += 1 }
      isValue = !isValue && optionWithValue(word) != nil
    }
    if count < operands.count { return operands[count] }
    return operands.last.flatMap { $0.isRepeating ? $0 : nil }
  }
}
