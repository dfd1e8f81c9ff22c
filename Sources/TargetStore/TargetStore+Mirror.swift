import ListModel
package import NameSearch

/// What making a list that of its source has changed, or would change.
package struct MirrorSummary: Hashable, Sendable {
  /// The rows that came, those dropped before included.
  package var new = 0

  /// The rows that were dropped.
  package var gone = 0

  package var same = 0
}

extension TargetStore {
  /// Makes a list what `names` are, in one transaction and one step of undo.
  ///
  /// What has gone is dropped; if anything is known of a row, it comes back with the name. What has
  /// come is shown as new until the next mirror.
  ///
  /// - Parameters:
  ///   - names: All rows the list is to have; a repeated one counts once.
  ///   - list: The list, which is made if there is none.
  ///   - isTrial: Whether only the summary is wanted.
  /// - Throws: ``StoreError``; nothing was changed then.
  /// - Returns: What was changed, or would be.
  /// - Complexity: O((*n* + *m*) log *m*) for *n* names and a list of length *m*.
  package func mirror(
    _ names: NameBatch, into list: Name, isTrial: Bool = false
  ) throws(StoreError) -> MirrorSummary {
    if isTrial { return try trial(names, list) }
    let made = try connection.write(creates: true) { [run] db in
      guard var editor = try EntryEditor(db, list, run: run, creates: true) else {
        return Written(MirrorSummary(), nil)
      }
      var mirroring = try Mirroring(names, db, list: editor.table.list)
      try mirroring.dropGone(by: &editor)
      try mirroring.addNew(by: &editor)
      return Written(mirroring.summary, try editor.finish())
    }
    noteStep(made?.step)
    return made?.value ?? MirrorSummary()
  }

  private func trial(_ names: NameBatch, _ list: Name) throws(StoreError) -> MirrorSummary {
    try connection.read { db in
      guard let id = try EntryTable.id(of: list, in: db) else {
        return MirrorSummary(new: Mirroring.countDistinct(names))
      }
      var mirroring = try Mirroring(names, db, list: id)
      try mirroring.countGone()
      try mirroring.countNew()
      return mirroring.summary
    } ?? MirrorSummary(new: Mirroring.countDistinct(names))
  }
}

/// The comparison of a list with its source, within one transaction.
private struct Mirroring {
  var summary = MirrorSummary()
  private let names: NameBatch
  private let db: any Database
  private let list: Int64
  private var wanted = NumberedTexts()
  private let reading: any Statement

  /// At most so many rows are read before some are dropped.
  private static let page = 1_000

  init(_ names: NameBatch, _ db: any Database, list: Int64) throws {
    self.names = names
    self.db = db
    self.list = list
    for place in 0..<names.count { _ = wanted.insert(names[place].keyOfRow) }
    reading = try db.statement(EntrySQL.page("name, original, id, flags"))
  }

  static func countDistinct(_ names: NameBatch) -> Int {
    var seen = NumberedTexts()
    return (0..<names.count).count { seen.insert(names[$0].keyOfRow) }
  }

  private mutating func forEachGone(_ body: ([StoredRow]) throws -> Void) throws {
    var cursor = KeptPage.Cursor.start
    var isAtEnd = false
    while !isAtEnd {
      try reading.bind(list, at: 1).bind(cursor.text, at: 2).bind(cursor.id, at: 3)
        .bind(Int64(Self.page), at: 4)
      var (page, gone) = (0, [StoredRow]())
      while try reading.step() {
        let kept = try reading.keptName
        page += 1
        cursor = KeptPage.Cursor(after: kept.name)
        if wanted.insert(kept.name.keyOfRow) { gone.append(kept) } else { summary.same += 1 }
      }
      isAtEnd = page < Self.page
      summary.gone += gone.count
      if !gone.isEmpty { try body(gone) }
      if Task.isCancelled { throw StoreError.cancelled }
    }
  }

  mutating func countGone() throws {
    try forEachGone { _ in }
  }

  /// The rows that are wanted and not there; rows that have been dropped count as not there.
  mutating func countNew() throws {
    summary.new = Self.countDistinct(names) - summary.same
  }

  mutating func dropGone(by editor: inout EntryEditor) throws {
    let table = editor.table
    try forEachGone { gone in
      try editor.forEachBatch(of: gone, { $0.name }, ofSingleRows: true) { editor, kept in
        // An entry without anything to come back with takes no room.
        let isBare = try kept.flags.isEmpty && table.remarks.remark(on: kept.name) == StoredRemark()
        try editor.make(Edit(isBare ? .drop : .hide, [], ofSingleRows: true), of: kept.name) { _ in
        }
      }
    }
  }

  mutating func addNew(by editor: inout EntryEditor) throws {
    summary.new += try editor.addMirrored(names)
    try editor.endMirror()
  }
}
