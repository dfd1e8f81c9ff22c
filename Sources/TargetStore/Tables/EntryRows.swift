import Edits
import GRDB

/// Where a reading query finds the entries, in whichever version the store is.
///
/// It is asked for in every transaction: another program may have changed the version since the last.
struct EntryRows {
  /// What stands behind FROM: rows with the columns of today's table.
  let table: String

  /// Whether any of them can be known by an identity.
  let haveIdentities: Bool

  /// What stands behind ORDER BY, for the order of the key.
  let order: String

  /// What is true of the rows that are in the list, and of no dropped one.
  static let isListed = "flags < \(Flags.dropped.rawValue)"

  /// Looks at the version of a store that was checked.
  init(_ db: Database) throws {
    haveIdentities = try Schema.version(of: db) > 1
    if !haveIdentities {
      table = "(SELECT list, name, original, '' AS id, flags FROM entry)"
      // SQLite would sort by an `id` that is the same for all.
      order = "name"
    } else {
      table = "entry"
      order = "name, id"
    }
  }
}
