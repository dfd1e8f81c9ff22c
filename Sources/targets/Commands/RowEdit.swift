import Printing
import CommandSyntax
import ShellText
import ListModel
import NameSearch
import TargetStore
import TerminalText

/// Rows that are selected by their IDs.
struct IDOption: ArgumentGroup {
  var id: [String] = []

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "--id", value: "ID",
        help:
          "Name a row by its ID; can be repeated. A row without an ID has its name as its ID.",
        isRepeating: true
      ) { $0.id.append($1) }
    }
  }

  func check() throws {
    if id.contains(where: \.isEmpty) { throw UsageError("--id takes an ID, not “”") }
  }

  /// The rows with these IDs, and the IDs that no row has.
  func rows(
    of list: ListName, in store: TargetStore
  ) async throws -> (rows: [(name: Name, flags: Flags)], unknown: [String]) {
    var (rows, unknown): ([(name: Name, flags: Flags)], [String]) = ([], [])
    for id in id {
      let found = try await store.rows(withID: id, in: list)
      if found.isEmpty { unknown.append(id) }
      rows += found.map { (name: $0.0, flags: $0.1) }
    }
    return (rows, unknown)
  }
}

/// The names and IDs of a command that no row of its list has; they are reported in one line.
struct UnknownRows {
  var names = EditSummary.Sample()
  var ids: [String] = []

  var isEmpty: Bool { names.count == 0 && ids.isEmpty }

  /// Reports them, if there are any.
  func report(by command: String, in list: ListName) {
    if isEmpty { return }
    let others = names.count - names.first.count
    let all =
      names.first.map(\.original) + (others > 0 ? ["\(others) more"] : [])
      + ids.map { ShellLine(["--id", $0]).text }
    complain("\(command): \(all.joined(separator: ", ")): not in list “\(list.text)”")
  }
}

/// Options that select rows by other means than their names.
struct RowChoice: ArgumentGroup {
  private var option = IDOption()

  var every = false

  var id: [String] { option.id }

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.option)
      Argument.flag("--every", help: "Edit all rows that share a name or ID.") {
        $0.every = true
      }
    }
  }

  func check(_ names: EditedNames) throws {
    if names.given.isEmpty, id.isEmpty { throw UsageError("a NAME or --id is required") }
  }

  /// Refuses options that cannot name a new row.
  func check(adds: Bool, of option: String = "--add") throws {
    guard adds else { return }
    if !id.isEmpty { throw UsageError("--id cannot be combined with \(option)") }
    if option == "add", every { throw UsageError("--every cannot be combined with add") }
  }
}

/// An edit of the rows that a command names.
struct RowEdit {
  let word: String
  let store: StoreOptions
  let choice: RowChoice

  /// Refuses an unknown list, unless the edit may add rows and so create the list.
  private func check(_ list: ListName, for edit: Edit, in opened: TargetStore) async throws {
    if edit.action == .add || edit.addsUnknown { return }
    try await store.check(list, in: opened)
  }

  private func made(
    _ edit: Edit, of names: NameBatch, in list: ListName, _ opened: TargetStore
  ) async throws -> EditSummary {
    try await check(list, for: edit, in: opened)
    do {
      return try await AnsweredEdit.made(by: word) {
        try await opened.apply(edit, toAll: names, of: list)
      }
    } catch StoreError.ambiguous(let row) {
      let dropped = "they were dropped; targets undo, or an import with their IDs, brings them back"
      let reason =
        edit.action == .add
        ? row.refusal(dropped) : row.refusalOfCommand { ShellLine(["--id", $0]).text }
      throw Failure("\(word): \(reason)")
    }
  }

  /// Makes the edit in one transaction, and reports names that are unknown or cannot be edited.
  func make(_ edit: Edit, of read: NamesRead) async throws {
    var edit = edit
    (edit.ids, edit.refusesAmbiguity) = (choice.id, !choice.every)
    let list = try store.listName()
    let opened = try store.open()
    let result = try await made(edit, of: read.names, in: list, opened)
    let unknown = UnknownRows(names: result.unknown, ids: result.unknownIDs)
    for row in result.running { complain("\(word): \(row.text)") }
    unknown.report(by: word, in: list)
    if edit.action == .confirm,
      let open = await unconfirmed(result.unchanged, in: list, opened)
    {
      let others = open.count > 1 ? " and \((open.count - 1).grouped) more" : ""
      complain("\(word): \(open.first.original)\(others): not a changed row")
      throw ExitStatus.nothing
    }
    if !unknown.isEmpty || !read.areAll { throw ExitStatus.nothing }
  }

  /// The rows that `confirm` has left undecided; `nil` if all are decided, as when a script confirms once more.
  private func unconfirmed(
    _ rows: EditSummary.Sample, in list: ListName, _ opened: TargetStore
  ) async -> (first: Name, count: Int)? {
    guard let first = rows.first.first else { return nil }
    // The edit is stored, so a failure of this reading is not one of the edit.
    guard let flags = try? await opened.flags(of: rows.first, in: list),
      rows.count == rows.first.count
    else { return (first, rows.count) }
    let open = rows.first.filter { flags[$0]?.decision == nil }
    return open.first.map { ($0, open.count) }
  }
}
