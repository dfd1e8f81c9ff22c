import Printing
import CommandSyntax
import Browser
import ListLoading
import ListModel
import NameSearch
import TargetStore
import TerminalText

struct UndoCommand: ProgramCommand {
  static let about = CommandText(
    "undo", "Undo the last edit of a list.",
    usage: "targets undo [OPTIONS]",
    discussion: """
      A refresh or an import is an edit, too: after it, undo reverts that first. redo reverts an undo. An older \
      decision is found by log; reopen removes it, and dead or ok restores an earlier one.
      """)

  var options = StepOptions()

  static var arguments: Arguments<Self> { Arguments { Arguments.group(\.options) } }

  func run() async throws {
    try await options.take("undo") { store, list, ofAnyone in
      try await store.undoLast(in: list, ofAnyone: ofAnyone)?.step
    }
  }
}

struct RedoCommand: ProgramCommand {
  static let about = CommandText(
    "redo", "Redo the last edit that was undone.",
    usage: "targets redo [OPTIONS]")

  var options = StepOptions()

  static var arguments: Arguments<Self> { Arguments { Arguments.group(\.options) } }

  func run() async throws {
    try await options.take("redo") { store, list, ofAnyone in
      try await store.redoStep(in: list, ofAnyone: ofAnyone)?.step
    }
  }
}

/// The list whose last edit is undone or redone, and whether edits of others count.
struct StepOptions: ArgumentGroup {
  private var anyone = false

  private var place = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.flag(
        "--anyone", help: "On a server: include the edits of others, not only your own."
      ) {
        $0.anyone = true
      }
      Arguments.group(\.place, under: "List")
    }
  }

  /// Undoes or redoes an edit, and reports the edit and its author.
  fileprivate func take(
    _ word: String,
    _ step: @escaping @Sendable (TargetStore, ListName, _ ofAnyone: Bool) async throws -> UndoStep?
  ) async throws {
    let (store, list) = (try place.open(), try place.listName())
    try await place.check(list, in: store)
    // In a file, the last edit is undone whoever made it.
    if anyone, !store.isOnServer { throw UsageError("--anyone requires a store on a server") }
    let taken: UndoStep?
    do {
      taken = try await AnsweredEdit.made(by: word) { [anyone] in
        try await step(store, list, anyone)
      }
    } catch StoreError.changedSince(let name) {
      throw Failure("\(word): \(await store.laterEdit(of: name, in: list))")
    }
    guard let taken else {
      complain("\(word): nothing to \(word)")
      throw ExitStatus.nothing
    }
    announce("\(word == "undo" ? "undone" : "redone"): \(Step(taken).whatAndWhose)")
  }
}

struct LogCommand: ReadingCommand {
  static let about = CommandText(
    "log", "Print what was done to a list, newest first.",
    usage: """
      targets log [OPTIONS] [NAME ...]
      targets log --archive BEFORE FILE
      """,
    discussion: """
      --archive moves entries older than BEFORE to a new file, in the form of --format ndjson, and leaves one \
      entry with the checksum of the file (XXH3, as xxhsum -H3 prints it). Entries of decisions and marks that \
      rows still have stay in the log. So do those that undo needs: the last 10,000 edits, or as many as \
      store set undo-steps has set. On a server, only the owner of the tables can archive.

      EXAMPLES:
        targets log -l accounts --since 7d --by ann
        targets log -l accounts ccoe                history of one row
        targets log -l accounts --format csv > evidence.csv
        targets log -l accounts --archive 365d accounts-2025.ndjson
      """)

  var names = EditedNames()

  var since: String?

  var by: String?

  private var id = IDOption()

  private var pages = PageOptions()

  var format: PrintFormat?

  var archive: [String] = []

  var yes = false

  var options = StoreOptions()

  var onlyReads: Bool { archive.isEmpty }

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.names, under: "Input")
      Arguments.group(\.id)
      Argument.option(
        "--since", value: "TIME", help: "Print only entries since then: 12h, 7d, 2w, 3m, or a date."
      ) {
        $0.since = $1
      }
      Argument.option("--by", value: "NAME", help: "Print only entries by this author.") {
        $0.by = $1
      }
      Argument.choice(
        "--format", value: "FORMAT", among: PrintFormat.ofLog, help: "Output format."
      ) { $0.format = $1 }
      Argument.option(
        "--archive", values: ["BEFORE", "FILE"],
        help: "Move entries older than BEFORE to a new file; this cannot be undone."
      ) { $0.archive = $1 }
      Argument.flag("--yes", help: "Archive without asking.") { $0.yes = true }
      Arguments.group(\.options, under: "List")
      Arguments.group(\.pages, under: "Output")
    }
  }

  func check(given: [GivenArgument]) throws {
    if archive.isEmpty { return }
    try given.refuse(beside: "--archive") { $0.heading == "List" || $0.names == ["--yes"] }
  }

  func check() throws {
    if archive.isEmpty, yes { throw UsageError("--yes requires --archive") }
  }

  private static func moment(_ text: String, of option: String) throws -> Moment {
    guard let moment = Moment.now.before(text) ?? Moment(text) else {
      throw Failure("\(option) takes a time such as 7d or a date, not “\(text)”")
    }
    return moment
  }

  private func archive(before: String, to path: String) async throws {
    let moment = try Self.moment(before, of: "--archive")
    let (store, list) = (try options.open(), try options.listName())
    try await options.check(list, in: store)
    try await LogArchiving(list: list, store: store, before: moment, path: path, asks: !yes).run()
  }

  func run() async throws {
    if archive.count == 2 { return try await archive(before: archive[0], to: archive[1]) }
    let read = try await names.read(forEdit: false)
    let names = read.names
    // An empty input must not print the entries of all rows.
    if names.isEmpty, !self.names.given.isEmpty, id.id.isEmpty { throw ExitStatus.nothing }
    var request = LogRequest(
      names: (0..<names.count).map { names[$0] },
      since: try since.map { try Self.moment($0, of: "--since") }, author: by,
      limit: min(pages.limit ?? .max, 10_000))
    let (store, list) = (try options.open(), try options.listName())
    try await options.check(list, in: store)
    // A row with an ID may have had another name then.
    var missing = UnknownRows()
    for name in request.names {
      let rows = try await store.rows(called: name, in: list).map(\.0)
      request.names += rows.filter { $0.sourceID != nil }
      // The log may also know a name that no row has any more.
      let entries = LogRequest(names: [name], limit: 1)
      if rows.isEmpty, try await store.log(of: list, entries).isEmpty { missing.names.add(name) }
    }
    let found = try await id.rows(of: list, in: store)
    missing.ids = found.unknown
    missing.report(by: "log", in: list)
    request.names += found.rows.map(\.name)
    // Without any name that is known, the entries would be those of all rows.
    if !missing.isEmpty, request.names.isEmpty { throw ExitStatus.nothing }
    var page = try await store.logPage(of: list, request)
    let format = format ?? .text
    let pager = pages.pager(forLines: page.entries.count, ifText: format == .text)
    var printer = LogPrinter(format: format, to: Pager.output(of: pager))
    try printer.print(page.entries)
    while let next = page.next {
      request.cursor = next
      if let limit = pages.limit { request.limit = min(limit - printer.count, 10_000) }
      if request.limit == 0 { break }
      page = try await store.logPage(of: list, request)
      try printer.print(page.entries)
    }
    try printer.finish()
    try await pager?.end()
    if printer.count == 0 || !missing.isEmpty || !read.areAll { throw ExitStatus.nothing }
  }
}

struct StatsCommand: ReadingCommand {
  static let about = CommandText(
    "stats", "Print progress: counts, decisions per day, and who made them.",
    usage: "targets stats [OPTIONS]",
    discussion: """
      EXAMPLES:
        targets stats -l ./branches
        targets stats -l ./branches --format json | jq .open
      """)

  var format = PrintFormat.text

  var ascii = false

  var options = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.choice(
        "--format", value: "FORMAT", among: PrintFormat.ofStats, help: "Output format."
      ) { $0.format = $1 }
      Argument.flag("--ascii", help: "Draw bars in ASCII.") { $0.ascii = true }
      Arguments.group(\.options, under: "List")
    }
  }

  func check() throws {
    if ascii, format != .text { throw UsageError("--ascii requires --format text") }
  }

  func run() async throws {
    let (store, list) = (try options.open(), try options.listName())
    try await options.check(list, in: store)
    let stats = try await store.stats(of: list, days: 14)
    let glyphs = ascii ? Glyphs.ascii : Environment.glyphs
    var output = Output(glyphs: glyphs)
    try stats.print(as: format, glyphs: glyphs, to: &output)
    if stats.rows.all == 0 { throw ExitStatus.nothing }
  }
}
