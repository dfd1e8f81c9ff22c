import Files
import Glibc
import ListModel
import Printing
import TargetStore
import TerminalText

/// Moves old entries of the log of a list to a new file.
struct LogArchiving {
  let list: ListName
  let store: TargetStore

  /// The moment before which entries are archived, and the path of the file.
  let before: Moment
  let path: String

  /// Whether to ask the user at a terminal.
  let asks: Bool

  func run() async throws {
    guard !path.isEmpty, path != "-" else {
      throw Failure("log: --archive requires the name of a new file")
    }
    // Checked before the question, so that no one answers it needlessly.
    guard faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0 else {
      throw Failure("log: \(path): the file exists; --archive requires a new one")
    }
    guard let plan = try await store.archivePlan(of: list, before: before), !plan.isEmpty else {
      complain(
        "log: nothing to archive before \(before.local): entries of decisions and marks that rows have stay, "
          + "as do those of edits that can be undone; targets store set undo-steps N keeps fewer of these"
      )
      throw ExitStatus.nothing
    }
    try ask(plan)
    let file = try LogArchiveFile(at: path)
    var cursor: LogRequest.Cursor?
    repeat {
      let page = try await store.archivedPage(of: list, plan, after: cursor)
      try file.add(page.entries)
      cursor = page.next
    } while cursor != nil
    let summary = ArchiveSummary(
      file: String(path.split(separator: "/").last ?? ""), checksum: try file.finish(),
      entryCount: file.count)
    try await remove(plan, summary, file)
    let entries = summary.entryCount.noun("entry", plural: "entries")
    // A path may contain a line feed.
    var output = Output()
    try output.show(
      line: "log: \(summary.entryCount.grouped) \(entries) archived in \(path), checksum "
        + summary.checksum)
    try output.write("\n")
    try output.flush()
  }

  private func ask(_ plan: ArchivePlan) throws {
    guard asks else { return }
    guard let terminal = TerminalQuestion() else {
      throw Failure("log: --archive cannot be undone; without a terminal it requires --yes")
    }
    let edits = "\(plan.eventCount.grouped) \(plan.eventCount.noun("edit"))"
    let question =
      "Move the entries of \(edits) before \(before.local) from the log of \(list.text) to \(path)? "
      + "This cannot be undone."
    guard try terminal.isYes(to: question) else {
      complain("log: nothing was archived")
      throw ExitStatus.nothing
    }
  }

  /// Removes the entries from the store; if that fails, removes the file.
  ///
  /// If it is unknown whether the store was changed, the file stays.
  private func remove(
    _ plan: ArchivePlan, _ summary: ArchiveSummary, _ file: LogArchiveFile
  ) async throws {
    do {
      if try await store.archive(plan, of: list, before: before, summary) { return }
    } catch {
      if case StoreError.unsure = error { throw error }
      file.remove()
      throw error
    }
    file.remove()
    throw Failure("log: others have changed the list meanwhile; nothing was archived; try again")
  }
}
