import Glibc

/// The settings that libpq gets for a connection, other than its address.
struct ServerSettings {
  private(set) var all: [(key: String, value: String)]
  private var isComplete = false

  /// PostgreSQL 11; YugabyteDB and CockroachDB report at least that.
  static let oldestServer: CInt = 110_000

  init(_ address: ServerAddress) {
    // What stands before the address holds unless the address says otherwise.
    all = [
      ("fallback_application_name", "targets"), ("client_encoding", "UTF8"),
      ("tcp_user_timeout", "10000"), ("dbname", address.connectionString),
    ]
  }

  /// Asks for what is safe where neither the address, nor a service file, nor the environment says
  /// anything; true if that changes the settings.
  ///
  /// The server must show a certificate of its name, unless it is reached by a socket of this
  /// machine. Of several servers, the one that takes edits is looked for.
  mutating func complete(from libpq: LibPQ, _ connection: LibPQ.Connection) -> Bool {
    if isComplete { return false }
    isComplete = true
    guard let options = libpq.conninfo(connection) else { return false }
    defer { libpq.conninfoFree(options) }
    var known: [String: String] = [:]
    // Rows of six pointers and a number; a row without a keyword ends them.
    var row = UnsafeRawPointer(options)
    let width = 7 * MemoryLayout<UnsafeRawPointer>.stride
    while let key = row.load(as: UnsafePointer<CChar>?.self) {
      let value = row.load(
        fromByteOffset: 3 * MemoryLayout<UnsafeRawPointer>.stride, as: UnsafePointer<CChar>?.self)
      known[String(cString: key)] = value.map { String(cString: $0) }
      row += width
    }
    let hosts = (known["host"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let isLocal = known["hostaddr"] == nil && hosts.allSatisfy { $0.isEmpty || $0.hasPrefix("/") }
    var isChanged = false
    if !isLocal, [nil, "prefer"].contains(known["sslmode"]) {
      all.append(("sslmode", "verify-full"))
      isChanged = true
    }
    if hosts.count > 1, [nil, "any"].contains(known["target_session_attrs"]) {
      all.append(("target_session_attrs", "read-write"))
      isChanged = true
    }
    return isChanged
  }
}
