import ArgumentParser
import NameIndex
import TargetStore

/// `targets import`: adds the names of files to the kept list, in one transaction.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add the names of files to the kept list; what is there stays as it is.")

  @Argument(help: ArgumentHelp("Names, one a line; - is standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup var options: StoreOptions
  @OptionGroup var strictness: StrictOption

  func run() async throws {
    var names = NameBatch()
    for batch in try await NameSource.files(files).readAll(isStrict: strictness.strict) {
      names.append(contentsOf: batch)
    }
    let store = try openStore(options)
    let added = try await store.importNames(names, into: options.listName())
    var output = Output()
    try output.write("import: \(added) \(added == 1 ? "name" : "names") added to \(options.list)\n")
    try output.flush()
    if added == 0 { throw ExitStatus.nothing }
  }
}
