import Edits

/// The parts of a query that depend on the store's version, for the current transaction only.
struct EntryRows {
  /// The FROM clause: rows with the columns of the current `entry` table.
  let table: String

  let haveIdentities: Bool

  let order: String

  /// A query without its conditions, on `e`: name, original text, identity, and all flags, those too
  /// that follow from what else is stored at the time of the transaction.
  let reading: String

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
    "iif(\(column) BETWEEN 0 AND \(Flags.stored.rawValue), \(column), -1)"
  }

  /// Flags that there are not hide no row, so that they are found.
  static let isListed = "(flags & \(Flags.dropped.rawValue) = 0 OR flags NOT BETWEEN 0 AND 15)"

  init(_ db: Database) throws {
    let version = try Schema.version(of: db)
    haveIdentities = version > 1
    if !haveIdentities {
      table = "(SELECT list, name, original, '' AS id, flags FROM entry)"
      // With the constant `id`, SQLite would sort.
      order = "name"
    } else {
      table = "entry"
      order = "name, id"
    }
    texts = version < Schema.version ? "NULL, NULL" : "detail, section"
    reading =
      version < Schema.version
      ? "SELECT e.name, e.original, e.id, e.flags, NULL, NULL FROM \(table) AS e"
      : """
      SELECT e.name, e.original, e.id, \(Self.storedFlags("e.flags"))
        | iif(r.note IS NULL, 0, \(Flags.noted.rawValue))
        | iif(r.until IS NULL, 0, iif(r.until > moment(), \(Flags.snoozed.rawValue), 0))
        | iif(e.mirror > 0 AND e.mirror = (SELECT mirrored FROM list WHERE id = e.list),
            \(Flags.new.rawValue), 0)
        | coalesce(\(Self.outcomes), 0),
        e.detail, e.section
      FROM entry AS e LEFT JOIN remark AS r ON \(RemarkTable.isOfEntry("r"))
      """
  }

  /// How the commands that were run for an entry have ended, as flags; NULL if there were none.
  private static let outcomes = """
    (SELECT max(iif(o.status IS 0, 0, \(Flags.failed.rawValue)))
        + max(iif(o.status IS 0, \(Flags.done.rawValue), 0))
      FROM outcome AS o WHERE \(RemarkTable.isOfEntry("o")))
    """
}
