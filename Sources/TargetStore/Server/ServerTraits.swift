import Substrings

/// The abilities of a server beyond those of all that speak its protocol; nothing relies on them.
struct ServerTraits: Equatable {
  /// Whether all transactions of a connection are given one session, which keeps what is compiled.
  ///
  /// A pool of connections gives each of them another.
  var keepsSession = false

  /// Whether it is PostgreSQL itself, and not a server that answers like it.
  var isPostgreSQL = false

  /// The traits before the server was asked.
  static let plain = ServerTraits()

  /// Whether edits of others can be announced by `NOTIFY` and received by `LISTEN`.
  var tells: Bool { isPostgreSQL }
  var isHeard: Bool { isPostgreSQL && keepsSession }
}

extension ServerTraits {
  /// - Parameters:
  ///   - version: What the server calls itself: others add their names, or have other ones.
  ///   - process: The number of the process that answers.
  ///   - announced: The number that was announced when the connection was made; a pool has its own.
  init(version: String, process: Int64?, announced: CInt) {
    isPostgreSQL =
      version.hasPrefix("PostgreSQL ")
      && !["-YB-", "CockroachDB", "Redshift", "Materialize"].contains { version.includes($0) }
    keepsSession = process == Int64(announced)
  }
}
