/// The tables as a program knows them: their version, and how older ones become these.
struct StoreTables: Sendable {
  /// Incremented with every change of the tables that an older program must not write to.
  let version: Int

  let all: [Table]

  /// The upgrades that a program can make, each to the version after that of the previous one.
  let upgrades: [StoreUpgrade]

  /// The tables of this program; older ones were made before 1.0 and cannot be upgraded.
  static let current = StoreTables(version: 5, all: Table.all, upgrades: [])

  /// The upgrades that make these tables out of those of an older version; `nil` if there is no way.
  func upgrades(from found: Int) -> [StoreUpgrade]? {
    let steps = upgrades.filter { $0.version > found }
    return found < version && steps.map(\.version).elementsEqual(found + 1...version)
      ? steps : nil
  }
}

/// The statements that make the tables of one version out of those of the version before.
///
/// The version is changed, and the transaction is committed, around them.
struct StoreUpgrade: Sendable {
  /// The version that it leads to.
  let version: Int

  /// The tables must be exactly those of the new version afterwards, as SQLite writes them.
  let inFile: [String]

  /// The schema is the first of the search path.
  let onServer: [String]
}
