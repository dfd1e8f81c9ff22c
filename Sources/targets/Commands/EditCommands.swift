import ArgumentParser
import Edits
import NameSearch
import TargetStore

/// A command that applies one action to its names.
protocol EditCommand: AsyncParsableCommand {
  static var action: Edit.Action { get }
  var operands: EditOperands { get }
  var addsUnknown: Bool { get }
}

extension EditCommand {
  var addsUnknown: Bool { true }

  private static var word: String { configuration.commandName ?? "" }

  /// Makes one transaction and one undo step for all names.
  func run() async throws {
    let names = try await operands.names()
    let store = try operands.store.file.open()
    let list = try operands.store.listName()
    let result = try await store.apply(
      Self.action, toAll: names, of: list, addsUnknown: addsUnknown)
    for name in result.unknown.first {
      complain("\(Self.word): \(name.original): not in the list \(list.text)")
    }
    let others = result.unknown.count - result.unknown.first.count
    if others > 0 { complain("\(Self.word): \(others) more: not in the list \(list.text)") }
    if result.changeCount == 0, let name = result.unchanged.first.first {
      let others = result.unchanged.count > 1 ? " and \(result.unchanged.count - 1) more" : ""
      complain("\(Self.word): \(name.original)\(others): nothing to change")
    }
    if result.unknown.count > 0 || result.changeCount == 0 { throw ExitStatus.nothing }
  }
}

struct EditOperands: ParsableArguments {
  @Argument(help: ArgumentHelp("The names; - reads them from standard input.", valueName: "name"))
  var given: [String]

  @OptionGroup var store: StoreOptions
  @OptionGroup var strictness: StrictOption

  func names() async throws -> NameBatch {
    var names = NameBatch()
    for text in given {
      if text == "-" {
        try await NameSource.files(["-"]).readAll(isStrict: strictness.strict) {
          guard names.hasRoom(for: $0) else { throw ListTooLong() }
          names.append(contentsOf: $0)
        }
        continue
      }
      do {
        names.append(try Name(text))
      } catch {
        throw Failure("“\(text.prefix(40))”: \(error)")
      }
    }
    return names
  }
}

/// A variant of ``FlagCommand``.
protocol FlagEdit {
  static var word: String { get }
  static var abstract: String { get }
  static var action: Edit.Action { get }
}

enum MarkDead: FlagEdit {
  static let (word, abstract) = ("dead", "Cross names off: mark them dead.")
  static let action = Edit.Action.markDead
}

enum Revive: FlagEdit {
  static let (word, abstract) = ("revive", "Bring names back to life.")
  static let action = Edit.Action.revive
}

enum Like: FlagEdit {
  static let (word, abstract) = ("like", "Like names.")
  static let action = Edit.Action.like
}

enum Unlike: FlagEdit {
  static let (word, abstract) = ("unlike", "Like names no more.")
  static let action = Edit.Action.unlike
}

/// A command that sets or removes a flag.
struct FlagCommand<Change: FlagEdit>: EditCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Change.word, abstract: Change.abstract)
  }
  static var action: Edit.Action { Change.action }
  @OptionGroup var operands: EditOperands

  @Flag(help: "Add names that are not in the list instead of reporting them.")
  var add = false

  var addsUnknown: Bool { add }
}

struct AddCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add names to the kept list.")
  static let action = Edit.Action.add
  @OptionGroup var operands: EditOperands
}

struct DropCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop", abstract: "Drop names from the kept list.")
  static let action = Edit.Action.drop
  @OptionGroup var operands: EditOperands
}
