import CommandSyntax
import Glibc
import ListLoading
import ListModel
import NameSearch
import PageSources
import Printing
import TargetStore
import TerminalText

struct ListsCommand: ReadingCommand {
  static let about = CommandText(
    "lists", "Print the lists with their places and counts.",
    usage: """
      targets lists [OPTIONS]
      targets lists --move OLD NEW
      targets lists --rename OLD NEW
      targets lists --delete LIST
      """,
    discussion: """
      A list of a folder belongs to the path of the folder, or of its git repository. When the folder has \
      moved, --move OLD NEW moves all its lists.
      """)

  var store = StoreOption()

  var move: [String] = []

  var rename: [String] = []

  var delete: String?

  var yes = false

  private var pages = PageOptions()
  private var format = PrintFormat.text

  var onlyReads: Bool { move.isEmpty && rename.isEmpty && delete == nil }

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.store, under: "List")
      Argument.option(
        "--move", values: ["OLD", "NEW"], help: "Follow a folder or file that has moved."
      ) { $0.move = $1 }
      Argument.option("--rename", values: ["OLD", "NEW"], help: "Give a list another name.") {
        $0.rename = $1
      }
      Argument.option(
        "--delete", value: "LIST",
        help: "Delete a list with its decisions and its log; this cannot be undone."
      ) {
        if $0.delete != nil { throw UsageError("--delete takes one list at a time") }
        $0.delete = $1
      }
      Argument.flag("--yes", help: "Delete without asking.") { $0.yes = true }
      Argument.choice(
        "--format", value: "FORMAT", among: PrintFormat.ofTables,
        help: "Output format; text is separated by tabs, without a header."
      ) {
        $0.format = $1
      }
      Arguments.group(\.pages, under: "Output")
    }
  }

  func check(given: [GivenArgument]) throws {
    let action =
      move.isEmpty ? rename.isEmpty ? delete.map { _ in "--delete" } : "--rename" : "--move"
    guard let action else { return }
    try given.refuse(beside: action) { $0.heading == "List" || $0.names == ["--yes"] }
  }

  func check() throws {
    for (option, words) in [("--move", move), ("--rename", rename)]
    where !words.isEmpty && words.count != 2 {
      throw UsageError("\(option) takes OLD and NEW")
    }
    for text in rename { try AddressPassword.refuse(in: text, of: "--rename") }
    let arePaths = rename.allSatisfy { $0.contains("/") }
    if let new = rename.last, !arePaths, new.contains("/") || new.contains(":") {
      throw UsageError("--rename takes a name without / and :, not “\(new)”")
    }
    if yes, delete == nil { throw UsageError("--yes requires --delete") }
  }

  /// The words for a list as an option of any command.
  private func list(_ text: String, in opened: TargetStore, isKnown: Bool = true) async throws
    -> ListName
  {
    var options = StoreOptions()
    (options.list, options.store, options.schema) = (text, store.store, store.schema)
    let list = try options.listName()
    if isKnown { try await options.check(list, in: opened) }
    return list
  }

  private func delete(_ text: String, in opened: TargetStore) async throws {
    let list = try await list(text, in: opened)
    if !yes {
      guard let terminal = TerminalQuestion() else {
        throw Failure("lists: --delete cannot be undone; without a terminal it requires --yes")
      }
      let rows = try await opened.lists().first { $0.name == list }?.count ?? 0
      let question =
        "Delete \(list.text) with \(rows.grouped) \(rows.noun("row")), all decisions and the log? "
        + "This cannot be undone."
      guard try terminal.isYes(to: question) else {
        complain("lists: nothing was deleted")
        throw ExitStatus.nothing
      }
    }
    guard try await opened.delete(list) else { throw Failure("no list “\(list.text)”") }
  }

  private func rename(_ old: String, to new: String, in opened: TargetStore) async throws {
    let from = try await list(old, in: opened)
    let to = try await list(new, in: opened, isKnown: false)
    try await opened.rename([(from, to)])
    if let folder = from.folder, !to.isOfFolder {
      announce("lists: \(to.text) no longer belongs to \(folder)")
    }
  }

  func run() async throws {
    let opened = try store.open()
    if let delete { return try await self.delete(delete, in: opened) }
    if rename.count == 2 {
      return try await self.rename(rename[0], to: rename[1], in: opened)
    }
    if move.count == 2 { return try await follow(from: move[0], to: move[1], in: opened) }
    let lists = try await opened.lists()
    try await pages.print(
      PrintedFields.list,
      lists.map { list in
        [.text(list.name.text), .text(list.name.place)]
          + [list.count, list.open, list.dead, list.ok].map { .number($0) }
      }, as: format)
    if lists.isEmpty { throw ExitStatus.nothing }
  }

  /// Renames the lists whose places or paths are at a path or below it.
  private func follow(from old: String, to new: String, in store: TargetStore) async throws {
    guard access(new, F_OK) == 0 else {
      let isMissing = [ENOENT, ENOTDIR].contains(errno)
      throw Failure(
        "--move: \(new): "
          + (isMissing
            ? "no such file or folder; move it first" : String(cString: strerror(errno))))
    }
    // Lists know the paths of the main worktree.
    let typed = try ListName.path(old)
    let old = (try? ListName(path: typed, option: "--move"))?.path ?? typed
    let new = try ListName.path(new)
    func moved(_ path: String) -> String? {
      path == old || path.hasPrefix(old + "/") ? new + path.dropFirst(old.count) : nil
    }
    var pairs: [(from: ListName, to: ListName)] = []
    for list in try await store.listNames() where list.isOfFolder {
      // Compute the place again, because a repository may have been made since.
      guard let path = list.path.flatMap(moved) else { continue }
      let to = try ListName(path: path, option: "--move")
      if to != list { pairs.append((list, to)) }
    }
    try await store.rename(pairs)
    announce("lists: \(pairs.count.grouped) \(pairs.count.noun("list")) moved")
    if pairs.isEmpty { throw ExitStatus.nothing }
  }
}

/// Reads names from a file instead of the list.
struct InputOption: ArgumentGroup {
  var input: [String] = []
  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "--input", value: "FILE",
        help: "Read rows from this file instead of the list; - is standard input.",
        isRepeating: true
      ) { $0.input.append($1) }
    }
  }

}
