import TerminalText
import Printing
import CommandSyntax
import ListLoading
import ListModel
import NameSearch
import PageSources
import Substrings
import TargetStore

/// A command that makes one edit of its names.
protocol EditCommand: ProgramCommand, NamesRows {

  /// The edit, without its names.
  func edit() throws -> Edit
}

/// The rows of an edit, and their list.
struct EditedRows: ArgumentGroup {
  var choice = RowChoice()
  var names = EditedNames()
  var store = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.choice)
      Arguments.group(\.names, under: "Input")
      Arguments.group(\.store, under: "List")
    }
  }
}

/// Options that name rows of a list.
protocol NamesRows {
  var rows: EditedRows { get }
}

extension NamesRows {
  var names: EditedNames { rows.names }
  var choice: RowChoice { rows.choice }
  var store: StoreOptions { rows.store }
}

extension EditCommand {
  private static var word: String { about.name }

  func run() async throws { try await editNames() }

  /// Makes one transaction and one undo step for all names.
  func editNames() async throws {
    try await RowEdit(word: Self.word, store: store, choice: choice)
      .make(edit(), of: names.read())
  }

  func checkNames() throws { try choice.check(names) }
}

/// The names on a command line; options say how names are read from standard input.
struct EditedNames: ArgumentGroup {
  var given: [String] = []

  private var read0 = false
  private var strictness = StrictOption()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("NAME", help: "Names of rows; - reads names from standard input.") {
        $0.given.append($1)
      }
      Argument.flag("--read0", help: "With -: names end with NUL characters instead of newlines.") {
        $0.read0 = true
      }
      Arguments.group(\.strictness)
    }
  }

  func check() throws {
    if given.contains("-") { return }
    if read0 { throw UsageError("--read0 requires -, which reads names") }
    if strictness.strict { throw UsageError("--strict requires -, which reads names") }
  }

  /// Reads the names of an edit, or of a command that only prints.
  func read(forEdit changes: Bool = true) async throws -> NamesRead {
    var read = NamesRead()
    for text in given {
      if text == "-" {
        let count = read.names.count
        let report = try await read.names.read(
          LinePages(paths: ["-"], form: .init(endsWithNUL: read0)), isStrict: strictness.strict,
          forEdit: changes)
        if report.has([.notUTF8, .tooLong, .containsNUL]) { read.areAll = false }
        if read.names.count == count { complain("input: no names") }
        read.names.countOfRepeatedNames(from: count).tellOfRepeatedRows()
        continue
      }
      read.names.append(try Name(argument: text))
    }
    return read
  }
}

/// The names that a command line and standard input give.
struct NamesRead {
  var names = NameBatch()

  /// False if lines were skipped which may have named rows: like an unknown name, they make the status 1.
  var areAll = true
}

extension NameBatch {
  /// Adds all names of an input, and reports skipped lines.
  ///
  /// `checksum` gets the rows. A failure says that nothing was changed, or printed if the names are not those of an
  /// edit.
  ///
  /// - Returns: The skipped lines.
  /// - Throws: The errors of the input, `ListTooLong`, and ``Failure`` if `isStrict` and a line was
  ///   skipped, or if a line has one of the `refused` faults.
  @discardableResult
  mutating func read(
    _ source: some RowSource, within limit: Duration? = nil, isStrict: Bool,
    refused: [LineReport.Fault] = [], progress: ProgressBar? = nil, checksum: Checksum? = nil,
    forEdit changes: Bool = true
  ) async throws -> LineReport {
    var read = RowCount()
    do {
      defer { progress?.erase() }
      try await source.readRows(within: limit) { page in
        guard hasRoom(for: page.names) else { throw ListTooLong() }
        append(contentsOf: page.names)
        checksum?.add(page.names)
        read.add(page)
        progress?.show(read.count)
      }
    }
    do {
      try read.check(isStrict: isStrict)
    } catch {
      throw Failure("\(error); nothing was \(changes ? "stored" : "printed")")
    }
    if read.report.has(refused) {
      throw Failure("input: \(read.report); nothing was \(changes ? "changed" : "printed")")
    }
    if !read.report.isEmpty { read.tell(of: source) }
    return read.report
  }

  /// Adds all names of a source for a list, and closes it.
  ///
  /// - Returns: A checksum for the log: that of the source, or else of the rows themselves.
  /// - Throws: As above.
  mutating func readForList(
    _ source: some RowSource, within limit: Duration? = nil, isStrict: Bool,
    refused: [LineReport.Fault] = [], progress: ProgressBar
  ) async throws -> String? {
    let ofRows = await source.checksum == nil ? Checksum() : nil
    _ = try await source.whileOpen {
      try await read(
        source, within: limit, isStrict: isStrict, refused: refused, progress: progress,
        checksum: ofRows)
    }
    if let ofRows { return ofRows.digits }
    return await source.checksum
  }
}

extension Checksum {
  /// Adds the imported texts of a helper's rows.
  ///
  /// The bytes of its answers would not do: they contain numbers of requests and cursors, and pages
  /// can have any length. The rows and their order only change if the source changes.
  func add(_ rows: NameBatch) {
    for place in 0..<rows.count {
      let name = rows[place]
      for text in [
        name.original, name.idInSource, rows.fields(at: place), rows.section(at: place),
        rows.revision(at: place),
      ] {
        add(field: text)
      }
    }
  }
}

/// The action of a ``DecisionCommand``, and its texts.
struct DecisionKind {
  let word: String
  let action: Edit.Action
  let abstract: String

  /// Examples of words after the command, one per line.
  let examples: String
}

/// A command that sets or removes a flag.
///
/// Each is a separate type, because Swift's runtime would instantiate a generic type for all of
/// them at every start.
protocol DecisionCommand: EditCommand {
  static var kind: DecisionKind { get }
  var options: DecisionOptions { get set }
}

struct DecisionOptions: ArgumentGroup {
  var rows = EditedRows()
  var remark = NoteOption()
  var add = false

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.rows)
      Arguments.group(\.remark)
      Argument.flag(
        "--add", help: "Add names that are not in the list yet instead of reporting an error."
      ) { $0.add = true }
    }
  }
}

extension DecisionCommand {
  static var about: CommandText {
    CommandText(
      kind.word, kind.abstract, usage: "targets \(kind.word) [OPTIONS] NAME ...",
      discussion: """
        All names are changed in one edit, which targets undo reverts. If several rows have a name, nothing \
        is changed: use --id for one of them, or --every for all.

        EXAMPLES:
        \(kind.examples)
        """)
  }

  static var arguments: Arguments<Self> {
    let all = Arguments<Self> { Arguments.group(\.options) }
    return kind.action.mayAdd ? all : all.hiding("--add")
  }

  var rows: EditedRows { options.rows }

  func check() throws {
    try checkNames()
    try choice.check(adds: options.add)
    if options.add, !Self.kind.action.mayAdd {
      throw UsageError("--add cannot be combined with \(Self.kind.word)")
    }
  }

  func edit() throws -> Edit {
    Edit(Self.kind.action, [], addsUnknown: options.add, note: try options.remark.note())
  }
}

struct DeadCommand: DecisionCommand {
  static let kind = DecisionKind(
    word: "dead", action: .dead, abstract: "Decide rows dead (cross them off).",
    examples: """
        targets dead -l ./branches old/login old/parser
        targets dead -l ./branches -m 'merged in May' old/login
        targets dead -l ./branches - < names
      """)
  var options = DecisionOptions()
}

struct OkCommand: DecisionCommand {
  static let kind = DecisionKind(
    word: "ok", action: .ok, abstract: "Decide rows ok: reviewed, and to stay.",
    examples: """
        targets ok -l hosts db-07 web-03
        targets ok -l hosts -m 'still in use' db-07
      """)
  var options = DecisionOptions()
}

struct ReopenCommand: DecisionCommand {
  static let kind = DecisionKind(
    word: "reopen", action: .reopen, abstract: "Remove the decision; the rows are open again.",
    examples: "  targets reopen -l ./branches old/login")
  var options = DecisionOptions()
}

struct LikeCommand: DecisionCommand {
  static let kind = DecisionKind(
    word: "like", action: .like, abstract: "Like rows.",
    examples: "  targets like -l links https://example.org/guide")
  var options = DecisionOptions()
}

struct UnlikeCommand: DecisionCommand {
  static let kind = DecisionKind(
    word: "unlike", action: .unlike, abstract: "Unlike rows.",
    examples: "  targets unlike -l links https://example.org/guide")
  var options = DecisionOptions()
}

struct WakeCommand: DecisionCommand {
  static let kind = DecisionKind(
    word: "wake", action: .wake, abstract: "End the snooze of rows.",
    examples: "  targets wake -l hosts db-07")
  var options = DecisionOptions()
}

/// Gives rows one of the list's verdicts.
struct DecideCommand: ProgramCommand, NamesRows {
  static let about = CommandText(
    "decide", "Give rows a verdict of the list.",
    usage: "targets decide [OPTIONS] VERDICT NAME ...",
    discussion: """
      The verdicts are dead, ok and those of the list's recipe.

      EXAMPLES:
        targets recipe -l accounts --set verdict r=revoke:dead
        targets decide -l accounts revoke 'Bo Berg'
      """)

  var verdict = ""

  var rows = EditedRows()
  var remark = NoteOption()

  var add = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operand("VERDICT", help: "The word of a verdict.") { $0.verdict = $1 }
      Arguments.group(\.rows)
      Arguments.group(\.remark)
      Argument.flag(
        "--add", help: "Add names that are not in the list yet instead of reporting an error."
      ) { $0.add = true }
    }
  }

  func check() throws {
    if verdict.isEmpty { throw UsageError("requires a VERDICT") }
    try choice.check(names)
    try choice.check(adds: add)
  }

  func run() async throws {
    let recipe = try await ListRecipe(of: store.listName(), in: store.open())?.recipe ?? Recipe()
    guard let known = recipe.verdicts.verdict(called: verdict) else {
      let words = recipe.verdictWords
      throw Failure(
        "decide: no verdict “\(verdict)”; "
          + (Spelling.suggestion(for: verdict, among: words)
            ?? "the list has \(words.joined(separator: ", "))"))
    }
    var edit = Edit(known.class == .dead ? .dead : .ok, [], addsUnknown: add)
    edit.decision = Decision(giving: known, note: try remark.note())
    try await RowEdit(word: "decide", store: store, choice: choice)
      .make(edit, of: names.read())
  }
}

struct NoteOption: ArgumentGroup {
  var text: String?

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "-m", "--note", value: "TEXT", help: "Store this note with the rows.",
        takesAnyText: true
      ) { $0.text = $1 }
    }
  }

  func note() throws -> Note? {
    do {
      return try text.map { try Note($0) }
    } catch {
      throw Failure("-m: \(error)")
    }
  }
}

struct SnoozeCommand: EditCommand {
  static let about = CommandText(
    "snooze", "Snooze rows: they are not open until later.",
    usage: """
      targets snooze [OPTIONS] --for TIME NAME ...
      targets snooze [OPTIONS] --until DATE NAME ...
      """,
    discussion: """
      EXAMPLES:
        targets snooze -l hosts --for 30d db-07
        targets snooze -l links --until 2026-12-01 -m 'moves then' https://example.org/old
        targets show -l hosts --snoozed
      """)

  var rows = EditedRows()
  var remark = NoteOption()

  var time: String?

  var until: String?

  var add = false

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.rows)
      Arguments.group(\.remark)
      Argument.option(
        "--for", value: "TIME",
        help: "For how long: 12h, 30d, 2w or 3m (hours, days, weeks, months)."
      ) { $0.time = $1 }
      Argument.option("--until", value: "DATE", help: "Until when: 2026-12-01 or 2026-12-01T08:30.")
      {
        $0.until = $1
      }
      Argument.flag(
        "--add", help: "Add names that are not in the list yet instead of reporting an error."
      ) { $0.add = true }
    }
  }

  func check() throws {
    try checkNames()
    if (time == nil) == (until == nil) {
      throw UsageError("requires either --for TIME or --until DATE")
    }
    try choice.check(adds: add)
  }

  func edit() throws -> Edit {
    Edit(.snooze, [], addsUnknown: add, note: try remark.note(), until: try moment())
  }

  private func moment() throws -> Moment {
    let now = Moment.now
    if let time {
      guard let moment = now.after(time) else {
        if Moment.isTooLong(time) {
          let most = Moment.mostUnits.grouped
          throw Failure("--for takes at most \(most) hours, days, weeks or months, not “\(time)”")
        }
        throw Failure("--for takes a time such as 12h, 30d, 2w or 3m, not “\(time)”")
      }
      return moment
    }
    guard let until, let moment = Moment(until) else {
      throw Failure("--until takes a date such as 2026-12-01, not “\(until ?? "")”")
    }
    if moment <= now { throw Failure("--until: \(moment.local) is in the past") }
    return moment
  }
}

struct AddCommand: EditCommand {
  static let about = CommandText(
    "add", "Add rows to a list.",
    usage: "targets add [OPTIONS] NAME ...",
    discussion: """
      EXAMPLES:
        targets add -l hosts db-07 web-03
        cut -d: -f1 /etc/passwd | targets add -l accounts -
      """)
  var rows = EditedRows()

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.rows).hiding("--id", "--every")
    }
  }

  func check() throws {
    try choice.check(adds: true, of: "add")
    // Not by checkNames, which would suggest --id.
    if names.given.isEmpty { throw UsageError("a NAME is required") }
  }

  func edit() -> Edit { Edit(.add, []) }
}

struct DropCommand: EditCommand {
  static let about = CommandText(
    "drop", "Drop rows from a list.",
    usage: "targets drop [OPTIONS] NAME ...",
    discussion: """
      Dropped rows leave the list with their decisions; targets undo brings them back.

      EXAMPLES:
        targets drop -l hosts db-07
        targets show -l hosts --dead | targets drop -l hosts -
      """)
  var rows = EditedRows()

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.rows)
    }
  }

  func check() throws { try checkNames() }

  func edit() -> Edit { Edit(.drop, []) }
}

/// Repeats the earlier decisions of changed rows.
struct ConfirmCommand: EditCommand {
  static let about = CommandText(
    "confirm", "Decide changed rows as they were decided before.",
    usage: """
      targets confirm [OPTIONS] NAME ...
      targets confirm [OPTIONS] --changed
      """,
    discussion: """
      A decision is about the revision that a row had. If the revision changes, the row is open again; so is a \
      row that was dropped and comes back after run has acted on its decision. Check it, then confirm it.

      EXAMPLES:
        targets confirm -l ./branches feature/login
        targets show -l ./branches --changed
        targets confirm -l ./branches --changed
      """)

  var rows = EditedRows()
  var remark = NoteOption()

  var changed = false

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.rows)
      Arguments.group(\.remark)
      Argument.flag("--changed", help: "Confirm all changed rows.") { $0.changed = true }
    }
  }

  func check() throws {
    if changed == (!names.given.isEmpty || !choice.id.isEmpty) {
      throw UsageError("requires either NAMEs or --changed")
    }
    if changed, choice.every { throw UsageError("--every cannot be combined with --changed") }
  }

  func edit() throws -> Edit { Edit(.confirm, [], note: try remark.note()) }

  func run() async throws {
    if !changed { return try await editNames() }
    var edit = try edit()
    let (opened, list) = (try store.open(), try store.listName())
    try await store.check(list, in: opened)
    let rows = try await opened.flags(in: list).filter { $0.value.contains(.changed) }
    edit.names = rows.keys.sorted { $0.text < $1.text }
    edit.ofSingleRows = true
    let result = try await AnsweredEdit.made(by: "confirm") { [edit] in
      try await opened.apply(edit, to: list)
    }
    let count = result.changeCount
    announce("confirm: \(count.grouped) \(count.noun("row")) confirmed")
    if count == 0 { throw ExitStatus.nothing }
  }
}

extension Name {
  /// A name that was given as an argument.
  init(argument text: String) throws(Failure) {
    do {
      try self.init(text)
    } catch {
      throw Failure("“\(text.prefix(40))”: \(error)")
    }
  }
}
