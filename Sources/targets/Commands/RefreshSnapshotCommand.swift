import CommandSyntax
import Glibc
import ListLoading
import ListModel
import NameSearch
import Printing
import Processes
import TargetStore

/// Writes a new snapshot of a long list, in the background of the command that missed it.
struct RefreshSnapshotCommand: ProgramCommand {
  static let about = CommandText(
    // A file is unlikely to have this name.
    "--refresh-snapshot", "Prepare the snapshot of a long list.", isShown: false)

  var store = StoreOptions()
  var order = OrderOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.store)
      Arguments.group(\.order)
    }
  }

  func run() async throws {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    let (opened, list, order) = (try store.open(), try store.listName(), try order.order())
    // Read the version first, so that later changes are not missed.
    let mark = try await opened.mark(of: list)
    guard let path = ListSnapshot.path(of: mark, in: order), let lock = FileLock(path + ".lock")
    else { return }
    defer { lock.release() }
    if let found = try await opened.snapshot(of: list, in: order), !found.isOutdated,
      found.index.isWhole()
    {
      return
    }
    var names = NameGathering(into: NameIndex(order: order))
    try await StoredPages(store: opened, list: list).ordered(by: order).readRows {
      try names.add($0.names)
    }
    guard names.count >= SnapshotRequest.leastNames,
      let index = try names.finished().indexingWords()
    else { return }
    let flags = FlagTable(try await opened.flags(in: list), ofRowsIn: index)
    try ListSnapshot.write(.init(index: index, flags: flags, mark: mark), mark: mark)
  }
}

extension RefreshSnapshotCommand {
  /// Starts the command for the order of rows in the recipe of the list.
  static func start(of list: ListName, in store: TargetStore) async throws {
    var order = OrderOptions()
    try await order.add(ListRecipe.readable(of: list, in: store), of: list, in: store)
    start(of: list, in: store, try order.order())
  }

  /// Starts the command as a separate process, which outlives this one.
  static func start(of list: ListName, in store: TargetStore, _ order: NameOrder) {
    var words = [
      "targets", about.name, "--store", store.path, "--list", list.option,
      "--sections", order.sections.rawValue,
    ]
    if let schema = store.schemaName { words += ["--schema", schema] }
    if !order.firstSections.isEmpty {
      words.append(
        "--section-order=" + order.firstSections.map { "\(csv: $0)" }.joined(separator: ","))
    }
    if let rows = order.rows.option { words.append("--order=" + rows) }
    if order.isReversed { words.append("--tac") }
    if !order.localeIdentifier.isEmpty { words += ["--locale", order.localeIdentifier] }
    // A failure is ignored, because the snapshot is only a cache.
    _ = try? ChildProcess(
      OwnProgram.path, words, input: .null, output: .null, errors: .null, session: .own)
  }
}
