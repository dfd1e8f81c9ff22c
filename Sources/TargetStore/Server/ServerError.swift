/// A call of a server that failed.
enum ServerError: Error {
  /// There is no connection, or it was lost, or the server has not answered in time.
  case lost(reason: String)

  /// The server refuses this client and would again, because of a wrong password, for example.
  case turnedAway(reason: String)

  /// The server refused a statement, with its `SQLSTATE`.
  case refused(code: String, message: String)

  /// The server violated the protocol; the connection cannot be used any more.
  case broken(reason: String)

  /// The server sent data that no store would send.
  case nonsense(String)

  /// Whether the transaction collided with another one, so that it did nothing and can be repeated.
  var isOfCollision: Bool {
    guard case .refused(let code, _) = self else { return false }
    // serialization_failure and deadlock_detected (CockroachDB asks for a restart with the former);
    // in_failed_sql_transaction, if the transaction did not begin because the previous one failed
    // at its end.
    return ["40001", "40P01", "25P02"].contains(code)
  }

  /// Whether the connection cannot be used any more: it was lost, or the server stops, starts, or
  /// has become a standby.
  var isOfConnection: Bool {
    switch self {
    case .lost, .broken, .turnedAway: true
    case .refused(let code, _):
      // admin_shutdown, crash_shutdown, cannot_connect_now, idle timeouts; connection exceptions;
      // statement_completion_unknown
      code.hasPrefix("57P") || code.hasPrefix("08") || code == "25P03" || code == "40003"
    case .nonsense: false
    }
  }

  /// Whether the tables differ from what was expected: undefined_column, undefined_table,
  /// invalid_schema_name.
  var isOfTables: Bool {
    guard case .refused(let code, _) = self else { return false }
    return ["42703", "42P01", "3F000"].contains(code)
  }

  /// Whether a new connection may succeed.
  var isPassing: Bool {
    switch self {
    case .broken, .turnedAway: false
    default: isOfConnection
    }
  }
}

extension StoreError {
  init(_ error: ServerError, _ address: ServerAddress) {
    let path = address.text
    switch error {
    case .lost(let reason), .turnedAway(let reason): self = .offline(path: path, reason: reason)
    case .broken(let reason), .nonsense(let reason):
      self = .unusable(path: path, reason: "unexpected answer from the server: \(reason)")
    case .refused(let code, let message):
      switch code {
      // undefined_table, invalid_schema_name
      case "42P01", "3F000": self = address.missingTables
      // insufficient_privilege, whose message names the table
      case "42501": self = .notAllowed(path: path, reason: message)
      // read_only_sql_transaction
      case "25006": self = .readOnly(path: path)
      // disk_full
      case "53100": self = .full(path: path)
      // lock_not_available
      case "55P03": self = .busy(path: path)
      // program_limit_exceeded
      case "54000":
        self = .inapplicable(path: path, reason: "a name is too long to be indexed: \(message)")
      case let code where code.hasPrefix("57P") || code.hasPrefix("08"):
        self = .offline(path: path, reason: message)
      // query_canceled; repeated collisions; insufficient memory or disk
      case let code where ["57", "40", "53"].contains(code.prefix(2)):
        self = .refused(path: path, reason: message)
      default: self = .unusable(path: path, reason: "\(message) (\(code))")
      }
    }
  }
}
