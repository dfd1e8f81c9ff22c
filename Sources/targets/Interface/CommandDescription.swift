import ArgumentParser
import FoundationEssentials

/// A command as it is declared: what the manual, completion and messages are made from.
struct CommandDescription: Decodable, Sendable {
  struct Argument: Decodable, Sendable {
    enum Kind: String, Decodable, Sendable {
      case positional, option, flag
    }

    struct Spelling: Decodable, Sendable {
      var kind: String
      var name: String

      /// With its dashes.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: Kind
    var shouldDisplay: Bool
    var sectionTitle: String?
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Spelling]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?

    /// What it is called by, with dashes; empty for an operand.
    var spellings: [String] { (names ?? []).map(\.text) }
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool
  var defaultSubcommand: String?
  var subcommands: [CommandDescription]?
  var arguments: [Argument]?

  private struct Tool: Decodable {
    var command: CommandDescription
  }

  /// Asks the parser for the declarations of a command and of its subcommands.
  ///
  /// - Throws: A decoding error, which no command's declarations lead to.
  init(of command: any ParsableCommand.Type) throws {
    let text = Data(command._dumpHelp().utf8)
    self = try JSONDecoder().decode(Tool.self, from: text).command
  }

  /// The arguments that help tells of.
  var shown: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The shown options, with dashes.
  var options: [Argument] { shown.filter { $0.kind != .positional } }

  var operands: [Argument] { shown.filter { $0.kind == .positional } }
}

extension TargetsCommand {
  /// The names of all commands that are told of, `help` among them.
  static var commandNames: [String] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .compactMap { $0.configuration.commandName } + ["help"]
  }

  /// The command of a name; `nil` if there is none.
  static func command(named name: String?) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == name }
  }
}
