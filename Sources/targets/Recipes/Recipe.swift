import ArgumentParser
import CommandRunning
import ListModel
import PageSources
import Printing

/// The options that a list keeps: how its rows are read, shown and acted on.
///
/// Its text has one option a line, and `#` comments, as in
///
///     --source git branch --format='%(refname:short)'
///     --on dead git branch -D --
///
/// `--source` and `--preview` are read by a shell, and their lines are taken as they are. The command of
/// `--on` is split into arguments once.
struct Recipe: Equatable {
  struct Line: Equatable {
    let option: Option
    let value: String

    /// The same option once more replaces the line: that of a verdict only for this verdict.
    var key: String { option == .on ? "on \(value.prefix { $0 != " " })" : option.rawValue }

    var text: String { "--\(option.rawValue)" + (value.isEmpty ? "" : " \(value)") }
  }

  enum Option: String, CaseIterable {
    case source, place, read0, csv, delimiter, sections, preview, on
    case nameColumn = "name-column"
    case idColumn = "id-column"
    case sectionColumn = "section-column"
    case revisionColumn = "revision-column"
    case mergeRepeated = "merge-repeated"

    var isFlag: Bool { [.place, .read0, .csv, .mergeRepeated].contains(self) }

    /// Whether it says how rows are read.
    fileprivate var isOfColumns: Bool {
      switch self {
      case .read0, .csv, .delimiter, .nameColumn, .idColumn, .sectionColumn, .revisionColumn,
        .mergeRepeated:
        true
      case .source, .place, .sections, .preview, .on: false
      }
    }

    /// Whether it is a command.
    fileprivate var isCommand: Bool { [.source, .preview, .on].contains(self) }
  }

  /// Nobody approves what nobody reads.
  static let (mostLines, mostBytes) = (100, 4_000)

  private(set) var lines: [Line] = []

  init() {}

  /// Reads a text; `origin` is what it is called in errors.
  init(_ text: String, from origin: String) throws {
    // By scalars: a line feed behind a carriage return is one character with it.
    let read = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in read.enumerated() {
      let line = String(line).trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      do {
        guard line.hasPrefix("--") else { throw Failure("an option begins with --: \(line)") }
        let word = line.dropFirst(2).prefix { $0 != " " && $0 != "\t" && $0 != "=" }
        let value = line.dropFirst(2 + word.count).dropFirst(if: { $0 == "=" })
        try add(String(word), String(value))
      } catch {
        throw Failure("\(origin): line \(number + 1): \(error)")
      }
    }
    try check(origin)
  }

  var text: String { lines.map { $0.text + "\n" }.joined() }

  /// Whether nothing of it has to be approved.
  var hasNoCommands: Bool { !lines.contains { $0.option.isCommand } }

  // MARK: Changes

  /// Sets an option, or replaces what it was.
  mutating func set(_ word: String, _ value: String) throws {
    try add(word, value)
    try check("--\(word)")
  }

  private mutating func add(_ word: String, _ value: String) throws {
    let value = value.trimmed
    let option = try Self.option(word)
    if option.isFlag != value.isEmpty {
      throw Failure("--\(word) takes \(option.isFlag ? "no value" : "a value")")
    }
    if value.unicodeScalars.contains(where: { "\n\r\0".unicodeScalars.contains($0) }) {
      throw Failure("--\(word): a value is one line without NUL")
    }
    let line = Line(option: option, value: value)
    if option == .on { _ = try Self.command(of: line) }
    if let place = lines.firstIndex(where: { $0.key == line.key }) {
      lines[place] = line
    } else {
      lines.append(line)
    }
    if lines.count > Self.mostLines || text.utf8.count > Self.mostBytes {
      throw Failure("a recipe has at most \(Self.mostLines) lines and \(Self.mostBytes) bytes")
    }
  }

  /// Removes an option; of `--on` the command of one verdict, if `key` names one.
  mutating func unset(_ word: String, _ key: String?) throws {
    let option = try Self.option(word)
    let count = lines.count
    lines.removeAll { line in
      line.option == option && (key == nil || line.key == "\(option.rawValue) \(key ?? "")")
    }
    if lines.count == count { throw Failure("the recipe has no --\(option.rawValue)") }
    try check("--unset \(option.rawValue)")
  }

  private static func option(_ word: String) throws -> Option {
    let word = word.hasPrefix("--") ? String(word.dropFirst(2)) : word
    if let option = Option(rawValue: word) { return option }
    let near = Spelling.nearest(to: word, among: Option.allCases.map(\.rawValue))
    throw Failure(
      "a recipe has no option --\(word)" + (near.map { "; did you mean --\($0)?" } ?? ""))
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
  var preview: String? { value(.preview) }

  /// Whether it is for lists of a place.
  var isOfPlace: Bool { value(.place) != nil }

  /// The command for rows with a verdict, as arguments.
  func command(on verdict: Verdict) throws -> [String]? {
    try lines.first { $0.key == "on \(verdict.rawValue)" }.map { try Self.command(of: $0) }
  }

  var hasActions: Bool { value(.on) != nil }

  private static func command(of line: Line) throws -> [String] {
    let verdict = line.value.prefix { $0 != " " }
    guard Verdict(rawValue: String(verdict)) != nil else {
      throw Failure("--on takes dead or ok and a command, not “\(verdict)”")
    }
    do {
      var words = try ShellWords(String(line.value.dropFirst(verdict.count))).words
      // The whole command may be one word in quotes.
      if words.count == 1, words[0].contains(" ") { words = try ShellWords(words[0]).words }
      _ = try CommandTemplate(words)
      return words
    } catch let unfinished as ShellWords.Unfinished {
      throw Failure("--on \(verdict): nothing follows, or closes, \(unfinished.sign)")
    } catch {
      throw Failure("--on \(verdict): \(error)")
    }
  }

  /// How its rows are read.
  func columns() throws -> ColumnOptions {
    try ColumnOptions.parse(words { $0.isOfColumns })
  }

  /// How its rows are shown.
  func order() throws -> OrderOptions {
    let sections = words { $0 == .sections }
    return try OrderOptions.parse(
      sections.isEmpty && value(.sectionColumn) != nil ? ["--sections", "column"] : sections)
  }

  private func words(_ isWanted: (Option) -> Bool) -> [String] {
    lines.filter { isWanted($0.option) }.flatMap { line in
      line.option.isFlag
        ? ["--\(line.option.rawValue)"]
        : ["--\(line.option.rawValue)=\(Self.unquoted(line.value, line.option))"]
    }
  }

  private func check(_ origin: String) throws {
    do {
      _ = try (columns(), order())
      if let preview { _ = try ShellTemplate(preview) }
    } catch {
      throw Failure("\(origin): \(ColumnOptions.message(for: error))")
    }
  }
}

extension String {
  /// Without blanks around it; by scalars, since an accent makes another character of a blank.
  fileprivate var trimmed: String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    var rest = unicodeScalars.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(rest)
  }
}

extension Substring {

  /// Without its first character, if that is one of those.
  fileprivate func dropFirst(if isDropped: (Character) -> Bool) -> Substring {
    first.map(isDropped) == true ? dropFirst() : self
  }
}
