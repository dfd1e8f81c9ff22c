import Glibc
package import ListModel
package import NameSearch
package import TargetStore

/// A list from its snapshot, with the changes since then.
package struct ListSnapshot: Sendable {
  package let index: NameIndex
  package let flags: FlagTable

  /// The version of the list to which both belong.
  package let mark: ListVersion

  /// The state in the file.
  package let written: SnapshotState

  /// Whether the snapshot should be written again.
  package var isOutdated: Bool {
    written.isOutdated(.init(index: index, flags: flags, mark: mark))
  }

  /// The message about a damaged snapshot.
  package static func damage(of list: String) -> String {
    "\(list): its snapshot is damaged; the list is read from the store"
  }
}

extension ListSnapshot {
  /// The file for one list in one order, in the user's cache folder; `nil` if there is no such
  /// folder, or if the list's identity is not a UUID, since the store may belong to someone else.
  ///
  /// The folder is `$XDG_CACHE_HOME/targets`, or `~/.cache/targets` if the variable is not an
  /// absolute path.
  package static func path(of mark: ListVersion, in order: NameOrder) -> String? {
    guard mark.hasPlainIdentity else { return nil }
    guard let cache = cacheFolder else { return nil }
    let locale = order.localeIdentifier.map { $0.isASCII && $0.isLetter ? $0 : "-" }
    let rule = order.sections.rawValue + first(order.firstSections) + rows(of: order)
    return "\(cache)/targets/\(mark.identity)_\(String(locale))_\(rule).names"
  }

  /// The part of the file's name for the order of sections.
  private static func first(_ titles: [String]) -> String {
    titles.isEmpty ? "" : "-" + String(titles.joined(separator: "\0").checksum, radix: 16)
  }

  /// The part of the file's name for the order of rows.
  private static func rows(of order: NameOrder) -> String {
    let direction = order.isReversed ? "-reversed" : ""
    switch order.rows {
    case .name: return direction
    case .input: return "-input" + direction
    case .column(let title, let isDescending):
      let rows = String(title.checksum, radix: 16) + (isDescending ? "-descending" : "")
      return "-by-" + rows + direction
    }
  }

  /// The user's cache folder, if the variable for it is an absolute path.
  private static var cacheFolder: String? {
    func folder(_ variable: String) -> String? {
      getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }
  }

  package static func write(_ request: SnapshotRequest, mark: ListVersion) throws {
    guard let path = path(of: mark, in: request.index.order) else { return }
    try IndexSnapshot.write(
      request.index, rowSets: FlagBase.rowSets(of: request.flags, in: request.index),
      version: mark.version, token: mark.token,
      key: SnapshotKey(subject: mark.identity, order: request.index.order), to: path)
    UnusedSnapshots.remove(besides: path)
  }
}

extension NameIndex {
  /// Whether a name has another spelling or other texts here; `nil` if it does not exist here.
  func differs(_ name: Name, _ new: RowTexts) -> Bool? {
    guard let row = row(of: name) else { return nil }
    return !self.name(at: row).original.utf8.elementsEqual(name.original.utf8)
      || fields(at: row) != new.detail
      || order.rows == .input && position(at: row) != new.position
      || order.sections == .column && value(at: row) != new.section
      || orderColumn.map { $0.value(of: name, new) != orderValue(at: row) } ?? false
  }
}

extension TargetStore {
  /// Opens the snapshot of a list and brings it up to date; `nil` if no snapshot is usable.
  ///
  /// Its index may prove damaged when more of it is read: ``NameIndex/isDamaged``.
  ///
  /// - Throws: ``StoreError``, when the store cannot be read.
  /// - Complexity: O(*m* log *n*) for *m* changes since the snapshot was written and *n* names.
  package func snapshot(of list: ListName, in order: NameOrder) throws -> ListSnapshot? {
    let now = try mark(of: list)
    guard let path = ListSnapshot.path(of: now, in: order),
      let file = IndexSnapshot(
        path: path, key: SnapshotKey(subject: now.identity, order: order)),
      // Another column may have the title by now.
      file.index.orderColumn == (try orderColumn(of: list, in: order))
    else { return nil }
    UnusedSnapshots.noteUse(of: path)
    guard file.version >= 0 else { return nil }
    let mark = ListVersion(identity: now.identity, version: file.version, token: file.token)
    let limit = max(file.index.count / 4, 10_000)
    guard let news = try changes(of: list, since: mark, limit: limit) else { return nil }
    var index = file.index
    if !news.changes.isEmpty {
      let gone = news.changes.filter {
        !$0.flags.isListed || index.differs($0.name, news.texts[$0.name] ?? RowTexts()) == true
      }
      index = index.removing(gone.map(\.name))
      var added = NameBatch()
      for (name, flags) in news.changes where flags.isListed && index.row(of: name) == nil {
        added.append(name, news.texts[name] ?? RowTexts(), by: index.orderColumn)
      }
      index = index.adding(added)
    }
    guard let base = FlagBase(index: file.index, rowSets: file.rowSets) else { return nil }
    // The file has no snoozes, because they end by themselves.
    let known = Set(news.changes.map(\.name))
    let snoozed = try namesSnoozed(in: list).filter { !known.contains($0) }
    let flagsOfSnoozed = try self.flags(of: snoozed, in: list).map {
      (name: $0.key, flags: $0.value)
    }
    let flags = FlagTable(base, changes: news.changes + flagsOfSnoozed)
    let written = SnapshotState(
      index: file.index, mark: mark, flags: FlagTable(base, changes: []))
    return ListSnapshot(index: index, flags: flags, mark: news.mark, written: written)
  }
}
