import ListModel

/// The parts of a query that depend on the store's version, for the current transaction only.
struct EntryRows {
  /// The FROM clause: rows with the columns of the current `entry` table.
  let table: String

  let haveIdentities: Bool
  private let isOld: Bool

  let order: String

  /// A query without its conditions, on `e`: name, original text, identity, all flags, those too that
  /// follow from what else is stored at the time of the transaction, texts, and range.
  func reading(haveIdentities: Bool? = nil) -> String {
    if isOld {
      return "SELECT e.name, e.original, e.id, e.flags, NULL, NULL, 0 FROM \(table) AS e"
    }
    let isOfEntry = { RemarkTable.isOfEntry($0, haveIdentities: haveIdentities) }
    return """
      SELECT e.name, e.original, e.id, \(Self.storedFlags("e.flags"))
        | CASE WHEN r.note IS NULL THEN 0 ELSE \(Flags.noted.rawValue) END
        | CASE WHEN r.until IS NOT NULL AND r.until > moment()
            THEN \(Flags.snoozed.rawValue) ELSE 0 END
        | CASE WHEN e.mirror > 0 AND e.mirror = (SELECT mirrored FROM list WHERE id = e.list)
            THEN \(Flags.new.rawValue) ELSE 0 END
        | coalesce(\(Self.outcomes(isOfEntry("o"))), 0),
        e.detail, e.section, e.added
      FROM entry AS e LEFT JOIN remark AS r ON \(isOfEntry("r"))
      """
  }

  /// The columns `detail` and `section` of an entry.
  let texts: String

  /// A query of the rows of a list after a place, in byte order, without dropped ones.
  func page(_ columns: String) -> String {
    """
    SELECT \(columns) FROM \(table)
    WHERE list = ? AND (name, id) > (?, ?) AND \(Self.isListed)
    ORDER BY \(order) LIMIT ?
    """
  }

  /// The flags in a column of `entry`; negative if they are none that the table allows, which only
  /// connections that write look after.
  static func storedFlags(_ column: String = "flags") -> String {
    "CASE WHEN \(column) BETWEEN 0 AND \(Flags.stored.rawValue) THEN \(column) ELSE -1 END"
  }

  /// Flags that there are not hide no row, so that they are found.
  static let isListed =
    "(flags & \(Flags.dropped.rawValue) = 0 OR flags NOT BETWEEN 0 AND \(Flags.stored.rawValue))"

  init(_ db: any Database) throws {
    let version = try db.tablesVersion
    haveIdentities = version > 1
    isOld = version < Schema.version
    if !haveIdentities {
      table = "(SELECT list, name, original, '' AS id, flags FROM entry)"
      // With the constant `id`, SQLite would sort.
      order = "name"
    } else {
      table = "entry"
      order = "name, id"
    }
    texts = version < Schema.version ? "NULL, NULL" : "detail, section"
  }

  /// How the commands that were run for an entry have ended, as flags; NULL if there were none.
  private static func outcomes(_ isOfEntry: String) -> String {
    """
    (SELECT max(CASE WHEN o.status = 0 THEN 0 ELSE \(Flags.failed.rawValue) END)
        + max(CASE WHEN o.status = 0 THEN \(Flags.done.rawValue) ELSE 0 END)
      FROM outcome AS o WHERE \(isOfEntry))
    """
  }
}
