import ArgumentParser
import Edits
import NameSearch
import TargetStore
import TerminalText

struct UndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last edit of the kept list.")

  @OptionGroup var options: StoreOptions

  func run() async throws {
    try report(await options.file.open().undo(in: options.listName()), as: "undo")
  }
}

struct RedoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Make the edit again that was taken back last.")

  @OptionGroup var options: StoreOptions

  func run() async throws {
    try report(await options.file.open().redo(in: options.listName()), as: "redo")
  }
}

private func report(_ result: EditResult?, as verb: String) throws {
  guard let result, !result.changes.isEmpty else {
    complain("\(verb): there is nothing to \(verb)")
    throw ExitStatus.nothing
  }
  let count = result.changes.count
  try Output.say("\(verb): \(count) \(count.noun("name")) changed")
}
