import Printing
import CommandSyntax
import Browser
import ListModel
import NameSearch
import PageSources
import TargetStore
import TerminalText

/// Adds names in one transaction, after reading all of them.
///
/// The transaction blocks other writers, and a pipe may be slow.
struct ImportCommand: ProgramCommand {
  static let about = CommandText(
    "import", "Add, merge or mirror the rows of files into a list.",
    usage: "targets import [OPTIONS] FILE ...",
    discussion: """
      With --mirror the list is made to match the input: new rows are added, rows that are gone are \
      dropped, and all others keep their decisions. If a list of 20 rows or more would lose more than half of them, or \
      has no row of the input, import asks, and refuses without a terminal. Rows can have columns (--csv or --delimiter): the \
      name, an ID that stays when the name changes, a section, a revision; the others are the detail. With \
      --format, import reads what show printed, with decisions and marks. Options about columns that are not \
      given are those of the list's recipe.

      EXAMPLES:
        targets import --list people names.txt
        git branch --format='%(refname:short)' | targets import --mirror -l ./branches -
        targets import --csv --list access --name-column name --id-column id accounts.csv
        targets import --mirror --dry-run --list links links.txt
        targets import --format ndjson --list people people.ndjson
      """)

  var files: [String] = []

  var columns = ColumnOptions()
  var strictness = StrictOption()
  var options = StoreOptions()

  var format: PrintFormat?

  var sections: NameOrder.SectionRule?

  var order: String?

  var mirror = false

  var dryRun = false

  var force = false

  var allowEmpty = false

  var yes = false

  var ascii = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("FILE", help: "Rows, one per line; - is standard input.") {
        $0.files.append($1)
      }
      Arguments.group(\.columns, under: "Input")
      Arguments.group(\.strictness, under: "Input")
      Arguments.group(\.options, under: "List")
      Argument.choice(
        "--format", value: "FORMAT", among: PrintFormat.readable,
        help: "Read what show --format FORMAT printed, with decisions and marks."
      ) { $0.format = $1 }
      Argument.choice(
        "--sections", value: "SECTIONS",
        help:
          "With --format: the sections of the file are values of a column, even if it does not say so."
      ) { (command: inout Self, _: ReadSections) in command.sections = .column }
      Argument.option(
        "--order", value: "ORDER",
        help:
          "Store the order of the input, so that show --order input can use it; ORDER must be input."
      ) { $0.order = $1 }
      Argument.flag(
        "--mirror", help: "Make the list match the input: drop rows that are not in it."
      ) { $0.mirror = true }
      Argument.flag("-n", "--dry-run", help: "Print what would change; change nothing.") {
        $0.dryRun = true
      }
      Argument.flag(
        "--force", help: "With --mirror: allow more than half of the rows to be dropped."
      ) { $0.force = true }
      Argument.flag(
        "--allow-empty", help: "With --mirror: accept an input without rows, which drops all rows."
      ) { $0.allowEmpty = true }
      Argument.flag(
        "--yes", help: "With --mirror: do not ask, but refuse what would need a yes."
      ) { $0.yes = true }
      Argument.flag("--ascii", help: "Draw the progress bar in ASCII.") { $0.ascii = true }
    }
  }

  private enum ReadSections: String, CaseIterable { case column }

  func check() throws {
    if files.isEmpty { throw UsageError("requires a FILE; - is standard input") }
    let ofMirror =
      (force ? ["--force"] : []) + (allowEmpty ? ["--allow-empty"] : []) + (yes ? ["--yes"] : [])
    if !mirror, !ofMirror.isEmpty { throw UsageError(ofMirror, require: "--mirror") }
    if let order, order != "input" { throw UsageError("--order takes input, not “\(order)”") }
    if format != nil, mirror { throw UsageError("--mirror cannot be combined with --format") }
    if format != nil { try columns.refuse(beside: "--format") }
    let withSections = PrintFormat.readableInFull
    if sections != nil, format.map(withSections.contains) != true {
      throw UsageError("--sections requires --format \(PrintFormat.words(of: withSections))")
    }
    if ascii, format != nil { throw UsageError("--ascii cannot be combined with --format") }
  }

  func run() async throws {
    let store = try options.open()
    let list =
      try mirror ? options.givenListName(for: "--mirror ") : options.listName()
    if let format { return try await restore(format, list, store) }
    let glyphs = ascii ? Glyphs.ascii : Environment.glyphs
    var names = NameBatch()
    var columns = columns
    if let recipe = try await ListRecipe.readable(of: list, in: store) {
      columns.add(try recipe.recipe.columns())
    }
    let source = try LinePages(paths: files, form: columns.form(), takesChecksum: true)
    let checksum = try await names.readForList(
      // An input that ends within a quote may lack rows, which a mirror would drop.
      source, isStrict: strictness.strict, refused: mirror ? [.openQuote] : [],
      progress: ProgressBar("import", "rows read", glyphs: glyphs))
    if mirror {
      return try await MirrorEdit(
        word: "import", isTrial: dryRun, isForced: force, allowsEmpty: allowEmpty, asks: !yes,
        checksum: checksum, keepsOrder: order != nil
      ).make(names, list, store)
    }
    let summary =
      if dryRun {
        try await ImportSummary(store.mirror(names, into: list, isTrial: true))
      } else {
        try await add(
          names, checksum, to: list, of: store, ProgressBar("import", "rows", glyphs: glyphs))
      }
    let added = summary.added
    say("\(added.grouped) \(added.noun("row"))", "added to", list, changed: summary.changed)
    summary.repeated.tellOfRepeatedRows()
    // Importing rows that the list already has is a success, unlike an empty input.
    if names.count == 0 { throw ExitStatus.nothing }
    if !dryRun, added >= SnapshotRequest.leastNames {
      try await RefreshSnapshotCommand.start(of: list, in: store)
    }
  }

  /// Reads printed rows, and gives the rows of the list the same decisions and marks.
  private func restore(
    _ format: PrintFormat, _ list: ListName, _ store: TargetStore
  ) async throws {
    let input = files.count == 1 && files[0] != "-" ? files[0] : "input"
    let recipe = try await ListRecipe.readable(of: list, in: store)?.recipe
    let read = try ExportedRows(
      paths: files, format: format, keepsSections: sections == .column,
      verdicts: recipe?.verdicts.map(\.verdict) ?? [])
    if !read.unknownVerdicts.isEmpty {
      let words = read.unknownVerdicts.joined(separator: ", ")
      if strictness.strict {
        throw Failure("\(input): the list has no verdict \(words); nothing was stored")
      }
      complain("\(input): the list has no verdict \(words); see targets recipe --help")
    }
    if read.leftOutCount > 0 {
      let more = read.leftOutCount - read.faults.count
      let faults = read.faults.joined(separator: "; ") + (more > 0 ? "; \(more.grouped) more" : "")
      if strictness.strict { throw Failure("\(input): \(faults); nothing was stored") }
      complain("\(input): \(faults)")
    }
    let summary = try await AnsweredEdit.made(by: "import") { [dryRun, order] in
      try await store.restore(
        read.rows, into: list, columnTitles: read.columnTitles, checksum: read.checksum,
        isTrial: dryRun, keepsOrder: order != nil)
    }
    let added = summary.addedCount
    say(
      "\(added.grouped) \(added.noun("row"))", "added to", list,
      changed: summary.updatedCount, dropped: summary.droppedCount, hidden: summary.hiddenCount)
    summary.repeated.tellOfRepeatedRows()
    if read.rows.isEmpty { throw ExitStatus.nothing }
  }

  private func say(
    _ rows: String, _ change: String, _ list: ListName, changed: Int = 0, dropped: Int = 0,
    hidden: Int = 0
  ) {
    let others = [
      (changed, "changed"), (dropped, "dropped"), (hidden, "stored as dropped"),
    ].map { count, word in count > 0 ? ", \(count.grouped) \(word)" : "" }.joined()
    announce("import: \(rows) \(dryRun ? "would be " : "")\(change) \(list.text)\(others)")
  }

  private func add(
    _ names: NameBatch, _ checksum: String?, to list: ListName, of store: TargetStore,
    _ progress: ProgressBar
  ) async throws -> ImportSummary {
    defer { progress.erase() }
    return try await AnsweredEdit.made(by: "import") { [order] in
      try await store.importNames(
        names, into: list, checksum: checksum, keepsOrder: order != nil
      ) { done in
        progress.show(done, of: names.count)
      }
    }
  }
}
