import CommandSyntax
import ListModel

/// The possible words at the cursor of a command line.
struct WordCompletion: Sendable {
  /// A possible word, and its meaning.
  struct Candidate: Equatable, Sendable {
    var text: String
    var meaning = ""
  }

  /// The origin of further candidates.
  enum Source: Equatable, Sendable {
    case nowhere, files, lists, names, verdicts, recipes, columns
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
      if current.hasPrefix("+") {
        complete(option: current, of: CommandWords(of: BrowseCommand.self), after: before)
      }
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
    } else if !before.contains("--"),
      let (option, place) = command.optionWithValue(after: before, current)
    {
      complete(value: place, of: option, in: command, after: before)
    } else if !before.contains("--"), current.hasPrefix("-") {
      complete(option: current, of: command, after: before)
    } else {
      // A plus begins an option, or a name or file.
      if current.hasPrefix("+") { complete(option: current, of: command, after: before) }
      guard let operand = command.operand(after: before) else { return }
      complete(value: 0, of: operand, in: command, after: before)
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

  private mutating func complete(
    value place: Int, of argument: ArgumentFacts, in command: CommandWords,
    after before: ArraySlice<String>
  ) {
    if !argument.choices.isEmpty { return offer(argument.choices) }
    switch argument.values[place] {
    case "FILE", "STORE": source = .files
    // A new list must not have the name of another.
    case "LIST" where command.name == "new": break
    case "LIST", "OLD": source = .lists
    case "NEW" where argument.names == ["--move"]: source = .files
    case "VERDICT" where command.name == "new":
      offer(Recipe().verdictWords + Self.verdicts(givenBy: before))
    case "WORD", "VERDICT": source = .verdicts
    case "RECIPE": source = prefix.contains("/") ? .files : .recipes
    case "NAME" where argument.kind == .operand: source = .names
    case "WHEN": offer(ColorChoice.allCases.map(\.rawValue))
    case "ORDER" where command.name == "import": offer(["input"])
    case "ORDER":
      source = .columns
      offer(["name", "input"])
    case "OPTION": offer(Recipe.Option.allCases.map(\.rawValue))
    case "PLACE":
      switch command.operands(in: before) {
      case ["set"]: offer(["undo-steps"])
      case let words where ["backup", "restore", "copy"].contains(words.first): source = .files
      default: break
      }
    default: break
    }
  }

  private mutating func offer(_ words: [String]) {
    candidates += words.filter { $0.hasPrefix(prefix) }.map { .init(text: lead + $0) }
  }

  /// The words of the verdicts that the line itself gives to a new list.
  private static func verdicts(givenBy words: ArraySlice<String>) -> [String] {
    zip(words, words.dropFirst() + [""]).compactMap { word, next in
      if word == "--verdict" { return try? VerdictKey(next).verdict.word }
      guard word.hasPrefix("--verdict=") else { return nil }
      return try? VerdictKey(String(word.dropFirst(10))).verdict.word
    }
  }

  private mutating func complete(
    option word: String, of command: CommandWords, after before: ArraySlice<String>
  ) {
    if let (option, name) = command.option(joinedIn: word) {
      lead = name
      prefix = String(word.dropFirst(name.count))
      return complete(value: 0, of: option, in: command, after: before)
    }
    let given = Set(before)
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
  private func optionWithValue(_ word: String) -> ArgumentFacts? {
    options.first { $0.kind == .option && $0.names.contains(word) }
  }

  /// The option whose value the current word can be, and which of its values, from 0.
  func optionWithValue(
    after words: ArraySlice<String>, _ current: String
  ) -> (option: ArgumentFacts, place: Int)? {
    for (place, word) in words.reversed().enumerated() {
      guard let option = optionWithValue(word) else { continue }
      let isOptional = place >= option.values.count - option.optionalValues
      let isNone = place >= option.values.count || isOptional && current.hasPrefix("-")
      return isNone ? nil : (option, place)
    }
    return nil
  }

  /// The option that a word contains together with its value, and the text before the value:
  /// `--list=` or `-l`.
  func option(joinedIn word: String) -> (option: ArgumentFacts, lead: String)? {
    let name: Substring
    var lead: Substring
    if word.hasPrefix("--") {
      guard let equals = word.firstIndex(of: "=") else { return nil }
      (name, lead) = (word[..<equals], word[...equals])
    } else {
      guard word.count > 2 else { return nil }
      (name, lead) = (word.prefix(2), word.prefix(2))
      if word.dropFirst(2).first == "=" { lead = word.prefix(3) }
    }
    let option = options.first { $0.kind != .flag && $0.names.contains(String(name)) }
    return option.map { ($0, String(lead)) }
  }

  /// The words that are operands.
  func operands(in words: ArraySlice<String>) -> [String] {
    var found: [String] = []
    var isValue = false
    for word in words {
      if !isValue, word == "-" || !word.hasPrefix("-") { found.append(word) }
      isValue = !isValue && optionWithValue(word) != nil
    }
    return found
  }

  /// The operand that follows these words, or `nil` if there is none.
  func operand(after words: ArraySlice<String>) -> ArgumentFacts? {
    let count = operands(in: words).count
    if count < operands.count { return operands[count] }
    return operands.last.flatMap { $0.isRepeating ? $0 : nil }
  }
}
