import Printing
import CommandSyntax
import Files

/// Options that browsing and picking begin with: those of a file, then those of a variable.
///
/// Commands, and rows that are printed, are for scripts, and are the same for everybody.
struct DefaultOptions {
  static let variable = "TARGETS_DEFAULT_OPTS"
  static let fileVariable = "TARGETS_DEFAULT_OPTS_FILE"

  /// Options, and the variable that they come from.
  private struct Part {
    let origin: String
    let words: [String]

    init(_ text: String, from origin: String) throws {
      self.origin = origin
      do {
        words = try ShellWords(text).words
      } catch {
        throw Failure("\(origin): nothing follows, or closes, \(error.sign)")
      }
    }
  }

  private let parts: [Part]

  /// Reads the file and the variable.
  ///
  /// - Throws: ``Failure`` if the file cannot be read, or a quote is not closed.
  init() throws {
    var parts: [Part] = []
    if let path = Environment.value(Self.fileVariable) {
      parts.append(try Part(try Self.text(of: path), from: "\(Self.fileVariable) (\(path))"))
    }
    if let text = Environment.value(Self.variable) {
      parts.append(try Part(text, from: Self.variable))
    }
    self.parts = parts.filter { !$0.words.isEmpty }
  }

  /// The command with the defaults before its own words, of which later ones count.
  static func applied<Browsing: BrowsingCommand>(
    to command: Browsing, given words: [String]
  ) throws -> Browsing {
    guard command.asks else { return command }
    let defaults = try DefaultOptions()
    if defaults.parts.isEmpty { return command }
    var root = Browsing()
    root.take(try defaults.options(), beside: command)
    return try CommandParser.parse(words, into: root)
  }

  private func options() throws -> DefaultableOptions {
    // Each by itself, so that an option without its value does not take the next word for it.
    try parts.reduce(into: DefaultableOptions()) { options, part in
      do {
        options = try CommandParser.parse(part.words, into: options)
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
    if bytes.count > 1 << 20 { throw Failure("\(fileVariable): \(path): more than 1 MiB") }
    // A shell would take the other half of a line end for a part of the last word.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }
    guard let text = String(validating: lines.joined(separator: [0x0A]), as: UTF8.self) else {
      throw Failure("\(fileVariable): \(path): not UTF-8")
    }
    return text
  }
}

/// What can be set beforehand: how rows are read, found and shown, but nothing that is stored or printed.
struct DefaultableOptions: ArgumentGroup {
  private(set) var query = ""
  var columns = ColumnOptions()
  var match = MatchOptions()
  var filter = FilterOptions()
  var order = OrderOptions()
  var screen = ScreenOptions()
  private(set) var ascii = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.flag("--ascii", help: "Marks and lines in ASCII.") { $0.ascii = true }
      BrowseOptions.queryArgument { $0.query = $1 }
      Arguments.group(\.columns)
      Arguments.group(\.match)
      Arguments.group(\.filter)
      Arguments.group(\.order)
      Arguments.group(\.screen)
    }
  }

  func check() throws {
    if columns.read0 { throw UsageError("--read0 cannot be a default") }
    try screen.refuseColorsOfFzf()
  }
}
