import Printing
import CommandSyntax
import Files

/// The default options of browsing and picking: those of a file, then those of a variable.
///
/// Other commands and printed rows have no defaults: scripts need the same results for every user.
struct DefaultOptions {
  static let variable = "TARGETS_DEFAULT_OPTS"
  static let fileVariable = "TARGETS_DEFAULT_OPTS_FILE"

  /// Options, and the file or variable that they come from.
  private struct Part {
    let origin: String
    let words: [String]
  }

  private let parts: [Part]

  /// Reads the file and the variable.
  ///
  /// - Throws: ``Failure`` if the file cannot be read, or a quote is not closed.
  init() throws {
    var parts: [Part] = []
    if let path = Environment.value(Self.fileVariable) {
      let origin = "\(Self.fileVariable) (\(path))"
      parts.append(Part(origin: origin, words: try Self.words(in: Self.text(of: path), of: origin)))
    }
    if let text = Environment.value(Self.variable) {
      do {
        parts.append(Part(origin: Self.variable, words: try ShellWords(text).words))
      } catch {
        throw Failure("\(Self.variable): unclosed quote or trailing backslash: \(error.sign)")
      }
    }
    self.parts = parts.filter { !$0.words.isEmpty }
  }

  /// The options in a text with one option per line and `#` comments; a value is the rest of its line.
  private static func words(in text: String, of origin: String) throws -> [String] {
    var words: [String] = []
    // By scalars, because a carriage return and a line feed form a single character.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let line = String(line).trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard line.hasPrefix("-") || line.hasPrefix("+") else {
        throw Failure("\(origin): line \(number + 1): an option must start with -: \(line)")
      }
      let name = line.prefix { $0 != " " && $0 != "\t" && $0 != "=" }
      let rest = String(line.dropFirst(name.count))
      let value = rest.hasPrefix("=") ? String(rest.dropFirst()) : rest.trimmed
      if rest.isEmpty {
        words.append(line)
      } else if name.hasPrefix("--") {
        words.append("\(name)=\(unquoted(value))")
      } else {
        words += [String(name), unquoted(value)]
      }
    }
    return words
  }

  /// Quotes around a whole value are not part of it, as in a recipe.
  private static func unquoted(_ value: String) -> String {
    guard ["'", "\""].contains(value.first), let words = try? ShellWords(value).words,
      words.count == 1
    else { return value }
    return words[0]
  }

  /// The command with the defaults before its own words, because later words win.
  static func applied<Browsing: BrowsingCommand>(
    to command: Browsing, given words: [String]
  ) throws -> Browsing {
    guard command.asks else { return command }
    let defaults = try DefaultOptions()
    if defaults.parts.isEmpty { return command }
    var root = Browsing()
    root.take(try defaults.options(), beside: command)
    do {
      return try CommandParser.parse(words, into: root)
    } catch {
      // The command's own words are valid without the defaults.
      throw Failure("\(defaults.parts.map(\.origin).joined(separator: ", ")): \(error)")
    }
  }

  private func options() throws -> DefaultableOptions {
    // Each part by itself, so that an option without its value does not take the next word as the value.
    try parts.reduce(into: DefaultableOptions()) { options, part in
      do {
        let filter = options.filter
        options.filter = FilterOptions()
        options = try CommandParser.parse(part.words, into: options)
        if !options.filter.areGiven { options.filter = filter }
      } catch {
        let reason =
          error is HelpRequest ? "--help and --version cannot be defaults" : "\(error)"
        throw Failure("\(part.origin): \(reason)")
      }
    }
  }

  private static func text(of path: String) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: 1 << 20)
    } catch {
      throw Failure("\(fileVariable): \(path): \(error)")
    }
    if bytes.count > 1 << 20 { throw Failure("\(fileVariable): \(path): larger than 1 MiB") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(fileVariable): \(path): not valid UTF-8")
    }
    return text
  }
}

/// The options that can have defaults: those about reading, finding and showing rows, but none that
/// change what is stored or printed.
struct DefaultableOptions: ArgumentGroup {
  private(set) var query = ""
  var columns = ColumnOptions()
  var match = MatchOptions()
  var filter = FilterOptions()
  var order = OrderOptions()
  var screen = ScreenOptions()
  var prompt = PromptOptions()
  private(set) var ascii = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.flag("--ascii", help: "Use ASCII symbols and lines.") { $0.ascii = true }
      BrowseOptions.queryArgument { $0.query = $1 }
      Arguments.group(\.columns)
      Arguments.group(\.match)
      Arguments.group(\.filter)
      Arguments.group(\.order)
      Arguments.group(\.screen)
      Arguments.group(\.prompt)
      refused
    }
  }

  /// The other options of browsing: they change what is read, stored or printed, or are for scripts.
  private static var refused: Arguments<Self> {
    Arguments.unlisted { name in
      let facts = BrowseCommand.facts + ReviewingCommand.facts + PickCommand.facts
      guard facts.contains(where: { $0.names.contains(name) }) else {
        return LooksOfFzf.argument(named: name, in: Self.self)
      }
      return .option(name, optionalValue: "VALUE", help: "") { _, _ in
        throw OptionRefusal("cannot be a default, which only sets how rows are found and shown")
      }
    }
  }

  func check() throws {
    if columns.read0 {
      throw UsageError("--read0 cannot be a default, which only sets how rows are found and shown")
    }
    _ = try order.order()
  }
}
