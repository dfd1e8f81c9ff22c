import ArgumentParser
import Browser
import NameSearch
import TargetStore
import TerminalText

/// Adds names in one transaction, after reading all of them.
///
/// The transaction blocks other writers, and a pipe may be slow.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add the names of files to the kept list; what is there stays as it is.")

  @Argument(help: ArgumentHelp("Names, one a line; - is standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup var columns: ColumnOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var strictness: StrictOption

  @Flag(help: "The progress bar in ASCII.")
  var ascii = false

  func run() async throws {
    let store = try options.file.open()
    let list = try options.listName()
    let glyphs = ascii ? Glyphs.ascii : Environment.glyphs
    var names = NameBatch()
    try await NameSource.files(files, columns: columns.choice()).readAll(
      isStrict: strictness.strict, progress: ProgressBar("import", "names read", glyphs: glyphs)
    ) {
      guard names.hasRoom(for: $0) else { throw ListTooLong() }
      names.append(contentsOf: $0)
    }
    let added = try await add(
      names, to: list, of: store, ProgressBar("import", "names", glyphs: glyphs))
    try Output.say("import: \(added) \(added.noun("name")) added to \(options.list)")
    if added == 0 { throw ExitStatus.nothing }
    if added >= Browser.State.leastNamesInSnapshot {
      RefreshSnapshotCommand.start(of: list, in: store, try OrderOptions.parse([]).order())
    }
  }

  private func add(
    _ names: NameBatch, to list: Name, of store: TargetStore, _ progress: ProgressBar
  ) async throws -> Int {
    defer { progress.erase() }
    return try await store.importNames(names, into: list) { done in
      progress.show(done, of: names.count)
    }
  }
}
