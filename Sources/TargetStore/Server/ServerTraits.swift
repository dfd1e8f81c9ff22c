import Substrings

/// The features of a server beyond those of every server with its protocol; all of them are
/// optional.
struct ServerTraits: Equatable {
  /// Whether all transactions of a connection run in one session, which keeps compiled statements.
  ///
  /// A connection pool may use another session for each transaction.
  var keepsSession = false

  /// Whether it is PostgreSQL itself, and not a compatible server.
  var isPostgreSQL = false

  /// The features to assume before the server was asked.
  static let plain = ServerTraits()

  /// Whether the server supports `NOTIFY` and `LISTEN`.
  var tells: Bool { isPostgreSQL }
  var isHeard: Bool { isPostgreSQL && keepsSession }
}

extension ServerTraits {
  /// - Parameters:
  ///   - version: The server's own description: compatible servers have another name, or add
  ///     theirs.
  ///   - process: The number of the server process.
  ///   - announced: The number that was announced when connecting; a pool announces another one.
  init(version: String, process: Int64?, announced: CInt) {
    isPostgreSQL =
      version.hasPrefix("PostgreSQL ")
      && !["-YB-", "CockroachDB", "Redshift", "Materialize"].contains { version.includes($0) }
    keepsSession = process == Int64(announced)
  }
}
