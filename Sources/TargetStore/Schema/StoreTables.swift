/// The tables that a program knows: their version, and the upgrades from older versions.
struct StoreTables: Sendable {
  /// Incremented with every change of the tables that an older program must not write to.
  let version: Int

  let all: [Table]

  /// The upgrades that a program can make, each to the version after the previous one.
  let upgrades: [StoreUpgrade]

  /// The tables of this program; versions before 1.0 cannot be upgraded.
  static let current = StoreTables(version: 6, all: Table.all, upgrades: [])

  /// The upgrades from an older version to these tables; `nil` if there is no path.
  func upgrades(from found: Int) -> [StoreUpgrade]? {
    let steps = upgrades.filter { $0.version > found }
    return found < version && steps.map(\.version).elementsEqual(found + 1...version)
      ? steps : nil
  }
}

/// The statements that upgrade tables from one version to the next.
///
/// The caller changes the version and commits the transaction.
struct StoreUpgrade: Sendable {
  /// The version that it leads to.
  let version: Int

  /// The tables must be exactly those of the new version afterwards, as SQLite writes them.
  let inFile: [String]

  /// The schema is the first of the search path.
  let onServer: [String]
}
