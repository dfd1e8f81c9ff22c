import ArgumentParser
import Edits
import NameSearch
import TargetStore
import TerminalText

/// `targets undo`: takes back the last edit of the list, whenever it was made.
struct UndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last edit of the kept list.")

  @OptionGroup var options: StoreOptions

  func run() async throws {
    let store = try openStore(options)
    try report(await store.undo(in: options.listName()), as: "undo")
  }
}

/// `targets redo`: makes the edit again that was taken back last.
struct RedoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Make the edit again that was taken back last.")

  @OptionGroup var options: StoreOptions

  func run() async throws {
    let store = try openStore(options)
    try report(await store.redo(in: options.listName()), as: "redo")
  }
}

/// Says how much changed.
private func report(_ result: EditResult?, as verb: String) throws {
  guard let result, !result.changes.isEmpty else {
    complain("\(verb): there is nothing to \(verb)")
    throw ExitStatus.nothing
  }
  let count = result.changes.count
  try Output.say("\(verb): \(count) \(count.noun("name")) changed")
}
