import TerminalText
import Printing
import CommandSyntax
import ListLoading
import ListModel
import NameSearch
import PageSources
import TargetStore

/// A command that makes one edit of its names.
protocol EditCommand: ProgramCommand, NamesRows {

  /// The edit, without names.
  func edit() throws -> Edit
}

/// The rows of an edit, and their list.
///
/// `--read0` and `--strict` are of use only where names are read.
struct EditedRows: ArgumentGroup {
  var choice = RowChoice()
  var names = EditedNames()
  var strictness = StrictOption()
  var store = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.choice)
      Arguments.group(\.names)
      Arguments.group(\.strictness, under: "Input")
      Arguments.group(\.store, under: "List")
    }
  }

  func check() throws {
    if names.areRead { return }
    if names.read0 { throw UsageError("--read0 requires -, which reads names") }
    if strictness.strict { throw UsageError("--strict requires -, which reads names") }
  }
}

/// Options that name rows of a list.
protocol NamesRows {
  var rows: EditedRows { get }
}

extension NamesRows {
  var names: EditedNames { rows.names }
  var choice: RowChoice { rows.choice }
  var strictness: StrictOption { rows.strictness }
  var store: StoreOptions { rows.store }
}

extension EditCommand {
  private static var word: String { about.name }

  func run() async throws { try await editNames() }

  /// Makes one transaction and one undo step for all names.
  func editNames() async throws {
    try await RowEdit(word: Self.word, store: store, choice: choice)
      .make(edit(), of: names.read(isStrict: strictness.strict))
  }

  func checkNames() throws { try choice.check(names) }
}

/// The names on the command line of an edit.
struct EditedNames: ArgumentGroup {
  var given: [String] = []

  var read0 = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("NAME", help: "Names of rows; - reads names from standard input.") {
        $0.given.append($1)
      }
      Argument.flag("--read0", help: "With -: names end with NUL characters instead of newlines.") {
        $0.read0 = true
      }
    }
  }

  /// Whether names are read from standard input.
  var areRead: Bool { given.contains("-") }

  func read(isStrict: Bool) async throws -> NameBatch {
    var names = NameBatch()
    for text in given {
      if text == "-" {
        try await names.read(
          LinePages(paths: ["-"], form: .init(endsWithNUL: read0)), isStrict: isStrict)
        continue
      }
      names.append(try Name(argument: text))
    }
    return names
  }
}

extension NameBatch {
  /// Adds all names of an input, and reports skipped lines.
  ///
  /// `checksum` is given the rows, for a source whose bytes have no meaning of their own.
  ///
  /// - Throws: The errors of the input, `ListTooLong`, and ``LoadError`` if `isStrict` and a line was
  ///   skipped.
  mutating func read(
    _ source: some RowSource, within limit: Duration? = nil, isStrict: Bool,
    progress: ProgressBar? = nil, checksum: Checksum? = nil
  ) async throws {
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
    try read.check(isStrict: isStrict)
    read.tell(of: source)
  }
}

extension Checksum {
  /// Adds what is imported of the rows of a helper.
  ///
  /// Its answers also hold numbers of requests and cursors, are cut into pages of any length, and may have
  /// been asked for twice; the rows in their order are the same whenever the source has not changed.
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

/// The edit of a ``DecisionCommand``.
protocol DecisionWord: SendableMetatype {
  static var word: String { get }
  static var abstract: String { get }

  /// The words behind the command, an example each.
  static var examples: [String] { get }
  static var action: Edit.Action { get }
}

enum MarkDead: DecisionWord {
  static let (word, abstract) = ("dead", "Decide rows dead (cross them off).")
  static let examples = [
    "-l ./branches old/login old/parser", "-l ./branches -m 'merged in May' old/login",
    "-l ./branches - < names",
  ]
  static let action = Edit.Action.dead
}

enum MarkOk: DecisionWord {
  static let (word, abstract) = ("ok", "Decide rows ok: reviewed, and to stay.")
  static let examples = ["-l hosts db-07 web-03", "-l hosts -m 'still in use' db-07"]
  static let action = Edit.Action.ok
}

enum Reopen: DecisionWord {
  static let (word, abstract) = ("reopen", "Remove the decision; the rows are open again.")
  static let examples = ["-l ./branches old/login"]
  static let action = Edit.Action.reopen
}

enum Like: DecisionWord {
  static let (word, abstract) = ("like", "Like rows.")
  static let examples = ["-l links https://example.org/guide"]
  static let action = Edit.Action.like
}

enum Unlike: DecisionWord {
  static let (word, abstract) = ("unlike", "Unlike rows.")
  static let examples = ["-l links https://example.org/guide"]
  static let action = Edit.Action.unlike
}

enum Wake: DecisionWord {
  static let (word, abstract) = ("wake", "End the snooze of rows.")
  static let examples = ["-l hosts db-07"]
  static let action = Edit.Action.wake
}

/// A command that sets or removes a flag.
struct DecisionCommand<Decision: DecisionWord>: EditCommand {
  static var about: CommandText {
    CommandText(
      Decision.word, Decision.abstract,
      usage: "targets \(Decision.word) [OPTIONS] NAME ...",
      discussion: """
        All names are changed in one edit, which targets undo reverts. If several rows have a name, nothing \
        is changed: use --id for one of them, or --every for all.

        EXAMPLES:
        \(Decision.examples.map { "  targets \(Decision.word) \($0)" }.joined(separator: "\n"))
        """)
  }
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

  func check() throws {
    try checkNames()
    try choice.check(adds: add)
    if add, !Decision.action.mayAdd {
      throw UsageError("--add cannot be combined with \(Decision.word)")
    }
  }

  func edit() throws -> Edit {
    Edit(Decision.action, [], addsUnknown: add, note: try remark.note())
  }
}

/// Gives a verdict of the list.
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
    if verdict.isEmpty { throw UsageError("decide requires a VERDICT") }
    try choice.check(names)
    try choice.check(adds: add)
  }

  func run() async throws {
    let recipe = try await ListRecipe(of: store.listName(), in: store.open())?.recipe ?? Recipe()
    guard let known = recipe.verdicts.verdict(called: verdict) else {
      let words = recipe.verdictWords
      let near = Spelling.nearest(to: verdict, among: words)
      throw Failure(
        "decide: no verdict “\(verdict)”; "
          + (near.map { "did you mean “\($0)”?" } ?? "the list has \(words.joined(separator: ", "))")
      )
    }
    var edit = Edit(known.class == .dead ? .dead : .ok, [], addsUnknown: add)
    edit.decision = Decision(giving: known, note: try remark.note())
    try await RowEdit(word: "decide", store: store, choice: choice)
      .make(edit, of: names.read(isStrict: strictness.strict))
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
      throw UsageError("snooze requires either --for TIME or --until DATE")
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
      Arguments.group(\.rows)
    }
  }

  func check() throws {
    try checkNames()
    try choice.check(adds: true, of: "add")
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

/// Decides rows that have changed as they were decided before.
struct ConfirmCommand: EditCommand {
  static let about = CommandText(
    "confirm", "Decide changed rows as they were decided before.",
    usage: """
      targets confirm [OPTIONS] NAME ...
      targets confirm [OPTIONS] --changed
      """,
    discussion: """
      A decision is about the revision that a row had. If the revision changes, or the row is dropped and \
      comes back, the row is open again. Check it, then confirm it.

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
      throw UsageError("confirm requires either NAMEs or --changed")
    }
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
    let result = try await opened.apply(edit, to: list)
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
