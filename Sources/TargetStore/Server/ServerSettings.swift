import Glibc

/// The settings for libpq besides the address.
struct ServerSettings {
  /// A setting as libpq knows it.
  typealias Setting = (key: String, value: String)

  private(set) var all: [Setting]

  /// The hosts that are tried one after another: the settings for each, beside all others.
  ///
  /// Empty if libpq goes through the hosts: there is one, or which one is right depends on the others.
  private(set) var hosts: [[Setting]] = []

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
    let known = Self.known(to: libpq, connection)
    let hosts = Self.list(known["host"])
    let isLocal = known["hostaddr"] == nil && hosts.allSatisfy { $0.isEmpty || $0.hasPrefix("/") }
    let count = all.count
    if !isLocal, [nil, "prefer"].contains(known["sslmode"]) {
      all.append(("sslmode", "verify-full"))
    }
    if hosts.count > 1, [nil, "any"].contains(known["target_session_attrs"]) {
      all.append(("target_session_attrs", "read-write"))
    }
    self.hosts = Self.hosts(known)
    return all.count > count || !self.hosts.isEmpty
  }

  /// What libpq has found for a connection, wherever it stands.
  private static func known(
    to libpq: LibPQ, _ connection: LibPQ.Connection
  ) -> [String: String] {
    guard let options = libpq.conninfo(connection) else { return [:] }
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
    return known
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }

  private static func hosts(_ known: [String: String]) -> [[Setting]] {
    var columns = ["host", "hostaddr"].filter { known[$0] != nil }
      .map { (key: $0, values: list(known[$0])) }
    let count = columns.first?.values.count ?? 0
    var ports = list(known["port"]).map { $0.isEmpty ? "5432" : $0 }
    if ports.count == 1 { ports = Array(repeating: ports[0], count: count) }
    columns.append(("port", ports))
    // An empty value is none for libpq, which then takes the whole list.
    let isPlain = columns.allSatisfy { $0.values.count == count && !$0.values.contains("") }
    // It takes any server if there is no standby.
    guard count > 1, isPlain, known["target_session_attrs"] != "prefer-standby" else { return [] }
    let hosts = (0..<count).map { place in
      columns.map { (key: $0.key, value: $0.values[place]) }
    }
    return known["load_balance_hosts"] == "random" ? hosts.shuffled() : hosts
  }
}
