import ListModel
import NameSearch

extension Journal.Operation {
  /// Reads `number, made, author, added, writer`.
  init(_ row: any Statement) {
    self.init(
      number: row.number(at: 0) ?? 0, made: row.number(at: 1), author: row.text(at: 2),
      added: row.amount(at: 3) ?? 0, writer: row.number(at: 4) ?? 0)
  }
}

extension Journal {
  /// The step of this number; `nil` if it does not exist or cannot be undone.
  func step(_ number: Int64) throws -> Operation? {
    try statement(
      """
      SELECT number, made, author, added, writer FROM operation
      WHERE list = ?1 AND number = ?2 AND undone = 0
      """
    ).bind(number, at: 2).first(Operation.init)
  }

  /// What an operation has done, and to how many rows; the most rows come first.
  func kinds(of operation: Operation) throws -> [(kind: LogEntry.Kind, count: Int)] {
    let reading = try statement(
      """
      SELECT c.before, c.after,
        CASE WHEN u.what IS NULL THEN 0 WHEN u.after IS NULL THEN 1 ELSE 2 END AS snooze,
        CASE WHEN n.what IS NULL THEN 0 ELSE 1 END AS notes, count(*)
      FROM change AS c
        LEFT JOIN aspect AS u ON u.list = c.list AND u.operation = c.operation
          AND u.position = c.position AND u.what = 'until'
        LEFT JOIN aspect AS n ON n.list = c.list AND n.operation = c.operation
          AND n.position = c.position AND n.what = 'note'
      WHERE c.list = ?1 AND c.operation = ?2 GROUP BY 1, 2, 3, 4
      """
    ).bind(operation.number, at: 2)
    var counts: [LogEntry.Kind: Int] = [:]
    if operation.added > 0 { counts[.added] = Int(operation.added) }
    while try reading.step() {
      let until: StoredValue? =
        switch reading.number(at: 2) {
        case 1: .null
        case 2: .number(0)
        default: nil
        }
      let kind = LogEntry.Kind(
        from: try reading.flags(at: 0), to: try reading.flags(at: 1), until: until,
        notes: reading.number(at: 3) == 1)
      counts[kind, default: 0] += Int(reading.amount(at: 4) ?? 0)
    }
    return counts.map { (kind: $0.key, count: $0.value) }.sorted {
      ($1.count, $0.kind.rawValue) < ($0.count, $1.kind.rawValue)
    }
  }

  /// The first row that an operation has changed.
  func firstName(of operation: Operation) throws -> Name? {
    try statement(
      """
      SELECT name, original, id FROM change
      WHERE list = ?1 AND operation = ?2 ORDER BY position LIMIT 1
      """
    ).bind(operation.number, at: 2).first { try $0.knownName(at: 0) }
  }
}
