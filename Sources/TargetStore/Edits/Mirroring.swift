import ListModel
import NameSearch

/// Compares a list with its source in one pass through the list, within one transaction.
struct Mirroring {
  private(set) var summary = MirrorSummary()

  private let db: any Database
  private let list: Int64
  private let names: NameBatch
  /// The positions that the names have as rows of the source; `nil` if the list does not keep the
  /// order of its rows.
  private var positions: [Int64]?
  private var wanted = NumberedTexts()

  /// The place of each distinct row in the source, and whether the list has the row.
  private var places: [Int] = []
  private var isFound: [Bool] = []

  private static let pageSize = 4_096

  init(_ names: NameBatch, _ db: any Database, list: Int64, keepsOrder: Bool = false) {
    (self.names, self.db, self.list) = (names, db, list)
    var positions: [Int64] = []
    for place in 0..<names.count {
      let (number, isNew) = wanted.number(of: names[place].keyOfRow)
      if isNew { places.append(place) } else { places[number] = place }
      if keepsOrder { positions.append(Int64(number) + 1) }
    }
    if keepsOrder { self.positions = positions }
    isFound = Array(repeating: false, count: places.count)
    summary.repeated = names.count - places.count
  }

  /// The result of a mirror into a list without rows.
  static func ofEmptyList(_ names: NameBatch) -> MirrorSummary {
    var seen = NumberedTexts()
    let new = (0..<names.count).count { seen.insert(names[$0].keyOfRow) }
    return MirrorSummary(new: new, repeated: names.count - new)
  }

  /// Goes through the list; `editor` makes the changes; without it, they are only counted.
  mutating func run(_ editor: inout ListEditor?) throws {
    let reading = try db.statement(
      """
      SELECT \(RowSQL.state) FROM row AS r WHERE r.list = ?1 AND r.key > ?2 ORDER BY r.key LIMIT ?3
      """)
    var (last, isAtEnd) = ("", false)
    while !isAtEnd {
      if Task.isCancelled { throw StoreError.cancelled }
      try reading.bind(list, at: 1).bind(last, at: 2).bind(Int64(Self.pageSize), at: 3)
      var rows: [RowState] = []
      while try reading.step() { rows.append(try reading.rowState()) }
      isAtEnd = rows.count < Self.pageSize
      if let row = rows.last { last = row.name.keyOfRow }
      for row in rows { try take(row, &editor) }
      try editor?.event.flush()
    }
    let new = isFound.indices.filter { !isFound[$0] }.map { places[$0] }
    summary.new += new.count
    _ = try editor?.insert(names.inByteOrder(new), of: names, positions: positions)
    // Positions never decrease: an undo gives rows their earlier positions back.
    if positions != nil {
      let last = editor?.event.lastPosition ?? 0
      editor?.event.lastPosition = max(last, Int64(places.count))
    }
  }

  private mutating func take(_ row: RowState, _ editor: inout ListEditor?) throws {
    guard let number = wanted.number(ofKnown: row.name.keyOfRow) else {
      if row.isThere {
        summary.gone += 1
        if row.verdict?.class == .dead, row.otherFlags.contains(.succeeded) {
          summary.goneDone += 1
        }
        var after = row
        after.gone = editor?.event.number ?? 0
        editor?.event.change(row, to: after)
      }
      return
    }
    isFound[number] = true
    let (name, texts) = (names[places[number]], names.texts(at: places[number]))
    var after = row
    after.name = name
    if !texts.areNone { after.texts = after.texts.told(texts) }
    after.texts.revision = texts.revision
    if let positions { after.texts.position = positions[places[number]] }
    if row.isThere {
      summary.kept += 1
    } else {
      try RowTable(db: db, list: list).bringBack(&after, with: editor?.event.number ?? .max)
    }
    if after.said.verdict != nil, !after.isDecisionCounted, !row.isThere || row.isDecisionCounted {
      summary.changed += 1
      if row.isThere, row.texts.revision == nil { summary.changedByRevisions += 1 }
    } else if row.isThere {
      summary.same += 1
    } else {
      summary.new += 1
    }
    let isSame = row.isThere && after.texts == row.texts && after.name.isWritten(as: row.name)
    if !isSame { editor?.event.change(row, to: after) }
    let isRenamed = after.name.text != row.name.text
    if row.isThere, isRenamed || !texts.areNone && after.texts != row.texts { summary.updated += 1 }
  }
}
