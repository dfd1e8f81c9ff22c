import Edits

/// The parts of a query that depend on the store's version, for the current transaction only.
struct EntryRows {
  /// The FROM clause: rows with the columns of the current `entry` table.
  let table: String

  let haveIdentities: Bool

  let order: String

  static let isListed = "flags < \(Flags.dropped.rawValue)"

  init(_ db: Database) throws {
    haveIdentities = try Schema.version(of: db) > 1
    if !haveIdentities {
      table = "(SELECT list, name, original, '' AS id, flags FROM entry)"
      // With the constant `id`, SQLite would sort.
      order = "name"
    } else {
      table = "entry"
      order = "name, id"
    }
  }
}
