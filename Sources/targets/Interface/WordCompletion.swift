import ArgumentParser

/// What can stand at the cursor of a command line.
struct WordCompletion: Sendable {
  /// A word that can stand there, and what it means.
  struct Candidate: Equatable, Sendable {
    var text: String
    var meaning = ""
  }

  /// Where more candidates come from than ``candidates``.
  enum Source: Equatable, Sendable {
    case nowhere, files, lists, names
  }

  private(set) var candidates: [Candidate] = []
  private(set) var source = Source.nowhere

  /// What stands before a candidate of the source in the same word: `--list=`.
  private(set) var lead = ""

  /// The text that candidates of the source begin with.
  private(set) var prefix: String

  /// The options that the source depends on, if they are given.
  private(set) var list: String?
  private(set) var store: String?

  /// Looks for what can stand in the place of the last word, which may be empty.
  ///
  /// - Parameter words: What follows the program's name, without the quotes of the shell.
  /// - Throws: A decoding error, which no command's declarations lead to.
  init(_ words: [String]) throws {
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
      candidates = before.count > 1 ? [] : Self.commands.filter { $0.text.hasPrefix(current) }
      return
    }
    let type = TargetsCommand.command(named: before.first)
    if type != nil { before.removeFirst() }
    let command = try CommandDescription(of: type ?? BrowseCommand.self)
    (list, store) = (Self.value(of: "--list", in: before), Self.value(of: "--store", in: before))
    if before.contains("--"), command.commandName == "run" {
      source = .files  // the command that is to be run
    } else if !before.contains("--"), let option = command.optionWithValue(before.last) {
      complete(valueOf: option)
    } else if !before.contains("--"), current.hasPrefix("-") {
      complete(option: current, of: command, given: Set(before))
    } else if let operand = command.operand(after: before) {
      complete(valueOf: operand)
    }
  }

  private static let commands =
    TargetsCommand.configuration.subcommands
    .filter { $0.configuration.shouldDisplay }
    .map { Candidate(text: $0._commandName, meaning: $0.configuration.abstract) }
    + [Candidate(text: "help", meaning: "Show the help of a command.")]

  private static func value(of option: String, in words: ArraySlice<String>) -> String? {
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == option { return next }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }

  private mutating func complete(valueOf argument: CommandDescription.Argument) {
    if let values = argument.allValues {
      candidates = values.filter { $0.hasPrefix(prefix) }.map { .init(text: lead + $0) }
      return
    }
    switch argument.valueName {
    case "file": source = .files
    case "path" where argument.spellings == ["--store"]: source = .files
    case "list": source = .lists
    case "name" where argument.kind == .positional: source = .names
    default: break
    }
  }

  private mutating func complete(
    option word: String, of command: CommandDescription, given: Set<String>
  ) {
    if let equals = word.firstIndex(of: "=") {
      let name = String(word[..<equals])
      guard let option = command.options.first(where: { $0.spellings.contains(name) }),
        option.kind == .option
      else { return }
      lead = name + "="
      prefix = String(word[word.index(after: equals)...])
      return complete(valueOf: option)
    }
    for option in command.options
    where option.isRepeating || given.isDisjoint(with: option.spellings) {
      for spelling in option.spellings where spelling.hasPrefix(word) {
        candidates.append(.init(text: spelling, meaning: option.abstract ?? ""))
      }
    }
  }
}

extension CommandDescription {
  /// The option of a spelling, if a value comes after it.
  fileprivate func optionWithValue(_ word: String?) -> Argument? {
    guard let word else { return nil }
    return options.first { $0.kind == .option && $0.spellings.contains(word) }
  }

  /// The operand that comes after words, or `nil` if no more are expected.
  fileprivate func operand(after words: ArraySlice<String>) -> Argument? {
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
