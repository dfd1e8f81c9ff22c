import Glibc

/// The settings for libpq besides the address.
struct ServerSettings {
  private(set) var all: [(key: String, value: String)]
  private var isComplete = false

  /// PostgreSQL 11; YugabyteDB and CockroachDB report at least that.
  static let oldestServer: CInt = 110_000

  init(_ address: ServerAddress) {
    // Settings before the address are defaults: the address overrides them.
    all = [
      ("fallback_application_name", "targets"), ("client_encoding", "UTF8"),
      ("tcp_user_timeout", "10000"), ("dbname", address.connectionString),
    ]
  }

  /// Chooses safe settings that the address, a service file and the environment leave open; true if
  /// that changes any.
  ///
  /// The server must have a certificate for its name, unless it is reached by a socket of this
  /// machine. Of several servers, the one that accepts edits is used.
  mutating func complete(from libpq: LibPQ, _ connection: LibPQ.Connection) -> Bool {
    if isComplete { return false }
    isComplete = true
    guard let options = libpq.conninfo(connection) else { return false }
    defer { libpq.conninfoFree(options) }
    var known: [String: String] = [:]
    // Each row has six pointers and a number; a row without a keyword is the last.
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
