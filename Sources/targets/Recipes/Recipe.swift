import CommandSyntax
import Browser
import CommandRunning
import ListModel
import NameSearch
import PageSources
import Printing
import Substrings
import TerminalText

/// The options that a list keeps: how its rows are read, shown and acted on.
///
/// Its text has one option per line, and `#` comments, as in
///
///     --source git branch --format='%(refname:short)' --on dead git branch -D --
///
/// A shell reads `--source` and `--preview`, so their lines are taken unchanged. The command of
/// `--on` is split into arguments once.
struct Recipe: Equatable {
  struct Line: Equatable {
    let option: Option
    let value: String

    /// The comments above the line.
    var comments: [String] = []

    /// The part of a line that identifies it: a later line with the same key replaces it.
    var key: String {
      switch option {
      case .on: "on \(value.prefix { $0 != " " })"
      case .verdict, .sourceOption: "\(option.rawValue) \(value.prefix { $0 != "=" })"
      default: option.rawValue
      }
    }

    var text: String { option.name + (value.isEmpty ? "" : " \(value)") }
  }

  /// The comments after the last line.
  private var lastComments: [String] = []

  enum Option: String, CaseIterable {
    case source, from, place, read0, csv, delimiter, order, tac, locale, sections, preview, verdict,
      on
    case noSort = "no-sort"
    case nameField = "name-field"
    case idField = "id-field"
    case queryParam = "query-param"
    case headerFile = "header-file"
    case sourceOption = "source-option"
    case sectionOrder = "section-order"
    case nameColumn = "name-column"
    case idColumn = "id-column"
    case sectionColumn = "section-column"
    case revisionColumn = "revision-column"
    case mergeRepeated = "merge-repeated"

    /// Whether a helper makes it useless, because the helper describes its rows itself.
    fileprivate var isOfRows: Bool { self == .source || isOfColumns }

    /// Whether it is a command for a shell or for `run`, so that quotes belong to the command.
    fileprivate var isCommand: Bool { [.source, .preview, .on].contains(self) }

    /// Whether it starts a program; a helper counts, since it may send the content of a file to the
    /// given address.
    fileprivate var startsSomething: Bool { isCommand || isOfHelper }
  }

  /// A longer recipe would be approved without being read.
  static let (mostLines, mostBytes) = (100, 4_000)

  private(set) var lines: [Line] = []

  init() {}

  /// Reads a text; `origin` is its name in errors.
  init(_ text: String, from origin: String) throws {
    // By scalars, because a carriage return and a line feed form a single character.
    let read = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    var comments: [String] = []
    for (number, line) in read.enumerated() {
      let line = String(line).trimmed
      if line.isEmpty { continue }
      if line.hasPrefix("#"), !line.utf8.contains(0) {
        comments.append(line)
        continue
      }
      do {
        guard line.hasPrefix("--") else { throw Failure("an option must start with --: \(line)") }
        let word = line.dropFirst(2).prefix { $0 != " " && $0 != "\t" && $0 != "=" }
        let value = line.dropFirst(2 + word.count).dropFirst(if: { $0 == "=" })
        try add(String(word), String(value), comments)
        comments = []
      } catch {
        throw Failure("\(origin): line \(number + 1): \(error)")
      }
    }
    lastComments = comments
    try checkLength()
    try check(origin)
  }

  /// All lines, with the comments.
  var textLines: [String] { lines.flatMap { $0.comments + [$0.text] } + lastComments }

  var text: String { textLines.map { $0 + "\n" }.joined() }

  /// Whether it contains nothing that must be approved.
  var hasNoCommands: Bool { !lines.contains { $0.option.startsSomething } }

  // MARK: Changes

  /// Sets an option, or replaces its value.
  mutating func set(_ word: String, _ value: String) throws {
    let word = word.hasPrefix("--") ? String(word.dropFirst(2)) : word
    try add(word, value)
    try check("--\(word)")
  }

  private mutating func add(_ word: String, _ value: String, _ comments: [String] = []) throws {
    let value = value.trimmed
    let option = try Self.option(word)
    if option.isFlag != value.isEmpty {
      throw Failure("--\(word) takes \(option.isFlag ? "no value" : "a value")")
    }
    if value.unicodeScalars.contains(where: { "\n\r\0".unicodeScalars.contains($0) }) {
      throw Failure("--\(word): a value must be one line without NUL")
    }
    var line = Line(option: option, value: value, comments: comments)
    if option == .on { _ = try Self.command(of: line) }
    if option == .verdict { _ = try Self.verdict(of: line) }
    if let place = lines.firstIndex(where: { $0.key == line.key }) {
      line.comments = lines[place].comments + comments
      lines[place] = line
    } else {
      lines.append(line)
    }
    try checkLength()
  }

  private func checkLength() throws {
    if textLines.count > Self.mostLines || text.utf8.count > Self.mostBytes {
      throw Failure(
        "a recipe can have at most \(Self.mostLines) lines and \(Self.mostBytes.grouped) bytes")
    }
  }

  /// Removes an option, or only its line with `key`.
  mutating func unset(_ word: String, _ key: String?) throws {
    let option = try Self.option(word)
    let count = lines.count
    lines.removeAll { line in
      line.option == option && (key == nil || line.key == "\(option.rawValue) \(key ?? "")")
    }
    if lines.count == count { throw Failure("the recipe has no \(option.name)") }
    try check("--unset \(option.rawValue)")
  }

  /// Whether an option can have several lines, each with a key.
  static func hasKeys(_ word: String) -> Bool {
    (try? option(word))?.facts.isRepeating ?? false
  }

  /// Whether a word is an option, as it is written on a command line.
  static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") && (try? option(word)) != nil
  }

  private static func option(_ word: String) throws -> Option {
    let word = word.hasPrefix("--") ? String(word.dropFirst(2)) : word
    if let option = Option(rawValue: word) { return option }
    let near = Spelling.suggestion(
      for: "--" + word, among: Option.allCases.map(\.name))
    throw Failure("a recipe has no option --\(word)" + (near.map { "; " + $0 } ?? ""))
  }

  /// Quotes around a whole value are not part of it, unless a shell reads it.
  private static func unquoted(_ value: String, _ option: Option) -> String {
    if option.isCommand || !["'", "\""].contains(value.first) { return value }
    guard let words = try? ShellWords(value).words, words.count == 1 else { return value }
    return words[0]
  }

  // MARK: What it says

  private func value(_ option: Option) -> String? {
    lines.first { $0.option == option }.map { Self.unquoted($0.value, option) }
  }

  var source: String? { value(.source) }

  /// The options that name a source of rows.
  static let sources = ["--source"] + SourceOptions.options

  /// Whether it names a source of rows.
  var hasSource: Bool { lines.contains { Self.sources.contains($0.option.name) } }
  var preview: String? { value(.preview) }

  /// Whether it can only be used for lists of a folder.
  var isOfPlace: Bool { value(.place) != nil }

  /// The list's own verdicts, in the order of their lines.
  var verdicts: [VerdictKey] {
    lines.filter { $0.option == .verdict }.compactMap { try? Self.verdict(of: $0) }
  }

  /// The words of all verdicts.
  var verdictWords: [String] { ["dead", "ok"] + verdicts.words }

  private static func verdict(of line: Line) throws -> VerdictKey {
    let text = unquoted(line.value, line.option)
    let verdict: VerdictKey
    do throws(VerdictKey.Refusal) {
      verdict = try VerdictKey(text)
    } catch .reserved(let word) {
      throw Failure("--verdict: “\(word)” has a fixed meaning; choose another word")
    } catch {
      throw Failure(
        "--verdict takes KEY=WORD:CLASS: a letter, a word of at most 20 letters, digits and hyphens, and "
          + "dead or ok, as in r=revoke:dead")
    }
    let usual: [Character: VerdictClass] = ["d": .dead, "o": .ok]
    let taken = ReviewCommand.allCases.filter { ![.dead, .ok].contains($0) }.map(\.key)
    let use: String
    if taken.contains(verdict.key) {
      use = "a key of review"
    } else if let known = usual[verdict.key], known != verdict.verdict.class {
      use = "the key of a verdict of class \(known)"
    } else {
      return verdict
    }
    func free(_ letters: ClosedRange<UInt8>) -> String {
      letters.map { Character(Unicode.Scalar($0)) }
        .filter {
          !taken.contains($0) && usual[$0] ?? verdict.verdict.class == verdict.verdict.class
        }
        .map(String.init)
        .joined(separator: " ")
    }
    throw Failure(
      "--verdict: \(verdict.key) is \(use); the free letters are "
        + free(UInt8(ascii: "a")...UInt8(ascii: "z")) + " and "
        + free(UInt8(ascii: "A")...UInt8(ascii: "Z")))
  }

  /// The command for rows with certain verdicts.
  struct Action {
    let `class`: VerdictClass

    /// The verdicts of the class to which the command applies; `nil` for all.
    let verdicts: VerdictWords?
    let command: [String]
  }

  /// The commands: a verdict's own one, or else that of its class.
  var actions: [Action] {
    get throws {
      var actions: [Action] = []
      let verdicts = verdicts.map(\.verdict)
      for `class` in VerdictClass.allCases {
        // A row may have one of the list's words in another class than the list gives it now.
        var others = Set(verdicts.lazy.filter { $0.class != `class` }.map(\.word))
        for verdict in verdicts where verdict.class == `class` {
          guard let command = try command(on: verdict.word) else { continue }
          others.insert(verdict.word)
          actions.append(
            Action(class: `class`, verdicts: VerdictWords(of: [verdict.word]), command: command))
        }
        if let command = try command(on: `class`.rawValue) {
          let words = others.isEmpty ? nil : VerdictWords(besides: others)
          actions.append(Action(class: `class`, verdicts: words, command: command))
        }
      }
      return actions
    }
  }

  private func command(on word: String) throws -> [String]? {
    try lines.first { $0.key == "on \(word)" }.map { try Self.command(of: $0) }
  }

  private static func command(of line: Line) throws -> [String] {
    let verdict = line.value.prefix { $0 != " " }
    do {
      var words = try ShellWords(String(line.value.dropFirst(verdict.count))).words
      // The whole command may be a single word in quotes.
      if words.count == 1, words[0].contains(" ") { words = try ShellWords(words[0]).words }
      _ = try CommandTemplate(words)
      return words
    } catch let unfinished as ShellWords.Unfinished {
      throw Failure("--on \(verdict): unclosed quote or trailing backslash: \(unfinished.sign)")
    } catch {
      throw Failure("--on \(verdict): \(error)")
    }
  }

  /// How its rows are read.
  func columns() throws -> ColumnOptions {
    try CommandParser.parse(words { $0.isOfColumns }, into: ColumnOptions())
  }

  /// The helper for its rows; `nil` if they do not come from a helper.
  func helper() throws -> SourceOptions? {
    let options = try CommandParser.parse(words { $0.isOfHelper }, into: SourceOptions())
    return options.option == nil ? nil : options
  }

  /// How its rows are shown.
  func order() throws -> OrderOptions {
    let isByColumn = value(.sections) == nil && value(.sectionColumn) != nil
    return try CommandParser.parse(
      words { $0.isOfOrder } + (isByColumn ? ["--sections", "column"] : []), into: OrderOptions())
  }

  /// Whether the list must keep the order of its rows.
  var keepsOrder: Bool { (try? order().rows().rule) == .input }

  private func words(_ isWanted: (Option) -> Bool) -> [String] {
    lines.filter { isWanted($0.option) }.flatMap { line in
      line.option.isFlag
        ? [line.option.name]
        : ["\(line.option.name)=\(Self.unquoted(line.value, line.option))"]
    }
  }

  private func checkVerdicts() throws {
    let verdicts = verdicts
    let words = verdicts.words
    for (place, word) in words.enumerated() where words[..<place].contains(word) {
      throw Failure("two verdicts have the word “\(word)”")
    }
    for line in lines where line.option == .on {
      let word = String(line.value.prefix { $0 != " " })
      if verdicts.verdict(called: word) != nil { continue }
      let known = verdictWords.joined(separator: ", ")
      throw Failure(
        "--on takes a verdict and a command; no verdict “\(word)”; the list has \(known)")
    }
  }

  private func check(_ origin: String) throws {
    do {
      _ = try (columns().form(), order().order())
      try checkVerdicts()
      if let source = try helper()?.option, let other = lines.first(where: { $0.option.isOfRows }) {
        throw Failure("\(other.option.name) cannot be combined with \(source)")
      }
      if let preview { _ = try ShellTemplate(preview) }
    } catch {
      // The message may begin with the name of the wrong option.
      let reason = "\(error)"
      let isNamed = ["\(origin) ", "\(origin): "].contains { reason.hasPrefix($0) }
      throw Failure(isNamed ? reason : "\(origin): \(reason)")
    }
  }
}

extension String {
  /// Without outer spaces; by scalars, because a combining accent makes another `Character` of a space.
  var trimmed: String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    var rest = unicodeScalars.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(rest)
  }
}

extension Substring {

  /// Without the first character, if it satisfies a condition.
  fileprivate func dropFirst(if isDropped: (Character) -> Bool) -> Substring {
    first.map(isDropped) == true ? dropFirst() : self
  }
}
