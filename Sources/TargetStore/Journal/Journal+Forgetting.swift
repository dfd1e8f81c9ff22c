extension Journal {
  /// How many changes are kept of steps that were undone and can no longer be redone.
  ///
  /// A reader that is behind more changes reads the whole list anyway.
  private static let mostDiscarded: Int64 = 10_000

  /// Forgets steps that can no longer be redone, the oldest first, if they have too many changes.
  ///
  /// Otherwise a list that is imported and undone again and again would need more room each time.
  func forgetDiscarded() throws {
    let reading = try db.statement(
      """
      SELECT switched,
        (SELECT count(*) FROM change WHERE list = o.list AND operation = o.number)
      FROM operation AS o WHERE list = ? AND undone = 2 ORDER BY switched DESC
      """
    ).bind(list, at: 1)
    var (count, last): (Int64, Int64?) = (0, nil)
    while last == nil, try reading.step() {
      count += reading.number(at: 1) ?? 0
      if count > Self.mostDiscarded { last = reading.number(at: 0) }
    }
    try reading.reset()
    guard let last else { return }
    let discarded = "list = ?1 AND undone = 2 AND switched <= ?2"
    for table in ["aspect", "change"] {
      try run(
        """
        DELETE FROM \(table)
        WHERE list = ?1 AND operation IN (SELECT number FROM operation WHERE \(discarded))
        """, last)
    }
    try run("DELETE FROM operation WHERE \(discarded)", last)
    try run("UPDATE list SET pruned = ?2 WHERE id = ?1 AND pruned < ?2", last)
  }

  private func run(_ sql: String, _ version: Int64) throws {
    try db.statement(sql).bind(list, at: 1).bind(version, at: 2).run()
  }

  /// Whether there are operations up to a version.
  func hasOperations(upTo version: Int64) throws -> Bool {
    let finding = try db.statement(
      """
      SELECT 1 FROM operation
      WHERE list = ? AND undone IN (0, 1, 2, 3) AND switched <= ? LIMIT 1
      """)
    return try finding.bind(list, at: 1).bind(version, at: 2).first { _ in true } ?? false
  }
}
