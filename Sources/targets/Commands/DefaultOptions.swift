import Printing
import ArgumentParser
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

  /// The command with the defaults before its own arguments, of which later ones count.
  ///
  /// Options of a picker apply where one is asked for; only `--pick` itself asks for one.
  static func applied(
    to command: BrowseCommand, given arguments: [String]
  ) throws -> BrowseCommand {
    guard command.asks else { return command }
    let defaults = try DefaultOptions()
    if defaults.parts.isEmpty { return command }
    var combined = try defaults.parse(before: arguments)
    let origins = defaults.parts.map(\.origin).joined(separator: ", ")
    if combined.files != command.files || combined.printedQuery != nil {
      throw Failure("\(origins): only options of browsing can be defaults, no files and no -f")
    }
    if !command.picking.picks, !combined.picking.pick {
      combined.picking = command.picking
    }
    // Without a list on the command line a picker has none.
    if command.picking.picks, !command.store.areGiven {
      combined.store = command.store
    }
    return combined
  }

  private func parse(before arguments: [String]) throws -> BrowseCommand {
    // Each by itself, so that an option without its value does not take the next word for it.
    for part in parts {
      try parsed(part.words, from: part.origin)
    }
    let origins = parts.map(\.origin).joined(separator: ", ")
    return try parsed(parts.flatMap(\.words) + arguments, from: origins)
  }

  @discardableResult
  private func parsed(_ words: [String], from origin: String) throws -> BrowseCommand {
    do {
      try PickOptions.check(words)
      guard let command = try BrowseCommand.parseAsRoot(words) as? BrowseCommand else {
        throw Failure("--help and --version cannot be defaults")
      }
      return command
    } catch {
      throw Failure("\(origin): \(Self.reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    if error is Failure || error is ValidationError { return "\(error)" }
    if BrowseCommand.exitCode(for: error) == .success {
      return "--help and --version cannot be defaults"
    }
    return BrowseCommand.message(for: error)
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
