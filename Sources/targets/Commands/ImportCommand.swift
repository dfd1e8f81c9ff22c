import Printing
import ArgumentParser
import Browser
import ListModel
import NameSearch
import PageSources
import TargetStore
import TerminalText

/// Adds names in one transaction, after reading all of them.
///
/// The transaction blocks other writers, and a pipe may be slow.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add the names of files to the kept list; what is there stays as it is.",
    usage: "targets import [OPTIONS] FILE ...",
    discussion: """
      With --mirror the list becomes what the input is: new names are added, those that are gone \
      are dropped, and what was decided of the others stays. Rows may have columns (--csv, or \
      --delimiter): a name, an identity that outlives a change of name, a section, and the rest as \
      the row's detail. With --format, what export printed comes back with all that is known of it.

      EXAMPLES:
        targets import --list people names.txt
        git branch --format='%(refname:short)' | targets import --mirror -l ./branches -
        targets import --csv --list access --name-column name --id-column id accounts.csv
        targets import --mirror --dry-run --list links links.txt
        targets import --format ndjson --list people people.ndjson
      """)

  @Argument(help: ArgumentHelp("Names, one a line; - is standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup(title: "Input") var columns: ColumnOptions
  @OptionGroup(title: "Input") var strictness: StrictOption
  @OptionGroup(title: "Kept list") var options: StoreOptions

  @Option(
    help: ArgumentHelp(
      "What export printed, with all that is known of the rows: csv, ndjson or todo.",
      valueName: "format"))
  var format: PrintFormat?

  @Option(
    help: ArgumentHelp(
      "With --format: column, if export was asked for --sections column.", valueName: "sections"))
  var sections: NameOrder.SectionRule?

  @Option(
    help: ArgumentHelp(
      "input: the list keeps the order of its rows, for --order input.", valueName: "order"))
  var order: String?

  @Flag(help: "Make the list what the input is: what is not in it is dropped.")
  var mirror = false

  @Flag(
    name: [.customShort("n"), .long], help: "Say what would be changed, and change nothing.")
  var dryRun = false

  @Flag(help: "With --mirror: also if more than half of the rows would be dropped.")
  var force = false

  @Flag(help: "With --mirror: an input without names drops all rows.")
  var allowEmpty = false

  @Flag(help: "With --mirror: do not ask; what would be asked about is refused.")
  var yes = false

  @Flag(help: "The progress bar in ASCII.")
  var ascii = false

  func validate() throws {
    if !mirror, force { throw ValidationError("--force requires --mirror") }
    if !mirror, allowEmpty { throw ValidationError("--allow-empty requires --mirror") }
    if let order, order != "input" { throw ValidationError("import --order takes input") }
    if let format, ![.csv, .ndjson, .todo].contains(format) {
      throw ValidationError("--format takes csv, ndjson or todo, not \(format.rawValue)")
    }
    if format != nil, try mirror || columns.areGiven() {
      throw ValidationError(
        "--format goes neither with --mirror nor with --csv, --delimiter or --read0")
    }
    if let sections, format == nil || sections != .column {
      throw ValidationError("--sections goes with --format, and takes column")
    }
  }

  func run() async throws {
    let store = try options.open()
    let list =
      try mirror ? options.givenListName(for: "import --mirror") : options.listName()
    if let format { return try await restore(format, list, store) }
    let glyphs = ascii ? Glyphs.ascii : Environment.glyphs
    var names = NameBatch()
    let source = try LinePages(paths: files, form: columns.form(), takesChecksum: true)
    try await names.read(
      source, isStrict: strictness.strict,
      progress: ProgressBar("import", "names read", glyphs: glyphs))
    let checksum = await source.checksum
    if mirror {
      return try await MirrorEdit(
        word: "import", isTrial: dryRun, isForced: force, allowsEmpty: allowEmpty, asks: !yes,
        checksum: checksum, keepsOrder: order != nil
      ).make(names, list, store)
    }
    let added =
      if dryRun {
        try await store.mirror(names, into: list, isTrial: true).new
      } else {
        try await add(
          names, checksum, to: list, of: store, ProgressBar("import", "names", glyphs: glyphs))
      }
    try say("\(added) \(added.noun("name"))", "added to", list)
    if added == 0 { throw ExitStatus.nothing }
    if !dryRun, added >= SnapshotRequest.leastNames {
      try await RefreshSnapshotCommand.start(of: list, in: store)
    }
  }

  /// Reads what was exported, and makes the rows what they were there.
  private func restore(
    _ format: PrintFormat, _ list: ListName, _ store: TargetStore
  ) async throws {
    let recipe = try await ListRecipe.readable(of: list, in: store)?.recipe
    let read = try ExportedRows(
      paths: files, format: format,
      hasSections: try sections == .column || recipe?.order().sections == .column,
      verdicts: recipe?.verdicts.map(\.verdict) ?? [])
    if read.leftOutCount > 0 {
      let more = read.leftOutCount - read.faults.count
      let faults = read.faults.joined(separator: "; ") + (more > 0 ? "; \(more) more" : "")
      if strictness.strict { throw Failure("input: \(faults)") }
      complain("input: \(faults)")
    }
    let summary = try await store.restore(
      read.rows, into: list, columnTitles: read.columnTitles, checksum: read.checksum,
      isTrial: dryRun, keepsOrder: order != nil)
    let count = summary.changeCount
    try say("\(count.grouped) \(count.noun("row"))", "changed in", list)
    if summary.changeCount == 0 { throw ExitStatus.nothing }
  }

  private func say(_ rows: String, _ change: String, _ list: ListName) throws {
    try Output.say("import: \(rows) \(dryRun ? "would be " : "")\(change) \(list.text)")
  }

  private func add(
    _ names: NameBatch, _ checksum: String?, to list: ListName, of store: TargetStore,
    _ progress: ProgressBar
  ) async throws -> Int {
    defer { progress.erase() }
    return try await store.importNames(
      names, into: list, checksum: checksum, keepsOrder: order != nil
    ) { done in
      progress.show(done, of: names.count)
    }
  }
}
