import ListModel

/// The parts of queries of the rows of a list.
enum EntrySQL {
  /// A query without its conditions, on `e`: name, original text, identity, all flags, those too that
  /// follow from what else is stored at the time of the transaction, texts, and range.
  static func reading(haveIdentities: Bool? = nil) -> String {
    let isOfEntry = { RemarkTable.isOfEntry($0, haveIdentities: haveIdentities) }
    return """
      SELECT e.name, e.original, e.id, \(storedFlags("e.flags"))
        | CASE WHEN r.note IS NULL THEN 0 ELSE \(Flags.noted.rawValue) END
        | CASE WHEN r.until IS NOT NULL AND r.until > moment()
            THEN \(Flags.snoozed.rawValue) ELSE 0 END
        | CASE WHEN e.mirror > 0 AND e.mirror = (SELECT mirrored FROM list WHERE id = e.list)
            THEN \(Flags.new.rawValue) ELSE 0 END
        | coalesce(\(outcomes(isOfEntry("o"))), 0),
        e.detail, e.section, e.added
      FROM entry AS e LEFT JOIN remark AS r ON \(isOfEntry("r"))
      """
  }

  /// A query of the rows of a list after a place, in byte order, without dropped ones.
  static func page(_ columns: String) -> String {
    """
    SELECT \(columns) FROM entry
    WHERE list = ? AND (name, id) > (?, ?) AND \(isListed)
    ORDER BY name, id LIMIT ?
    """
  }

  /// The flags in a column of `entry`; negative if they are none that the table allows, which only
  /// connections that write look after.
  static func storedFlags(_ column: String = "flags") -> String {
    "CASE WHEN \(column) BETWEEN 0 AND \(Flags.stored.rawValue) THEN \(column) ELSE -1 END"
  }

  /// Rows with invalid flags stay visible, so that `store check` finds them.
  static let isListed =
    "(flags & \(Flags.dropped.rawValue) = 0 OR flags NOT BETWEEN 0 AND \(Flags.stored.rawValue))"

  /// How the commands that were run for an entry have ended, as flags; NULL if there were none.
  private static func outcomes(_ isOfEntry: String) -> String {
    """
    (SELECT max(CASE WHEN o.status = 0 THEN 0 ELSE \(Flags.failed.rawValue) END)
        + max(CASE WHEN o.status = 0 THEN \(Flags.done.rawValue) ELSE 0 END)
      FROM outcome AS o WHERE \(isOfEntry))
    """
  }
}
