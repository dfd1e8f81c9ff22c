/// The address of a store on a server: a PostgreSQL address, or the name of a service.
struct ServerAddress: Sendable {
  /// The address as it was given, which contains no password.
  let text: String

  /// The connection string, which libpq takes instead of a database name.
  let connectionString: String

  /// The schema of the tables in the database.
  var schema: ServerSchema

  /// `nil` for the path of a file.
  ///
  /// - Parameters:
  ///   - path: The address.
  ///   - schema: The schema of the tables.
  /// - Throws: ``StoreError/unusable(path:reason:)`` for an address with a password, which all
  ///   users of the machine could read in the list of processes; the message does not contain the
  ///   address.
  init?(_ path: String, schema: ServerSchema = .standard) throws(StoreError) {
    self.schema = schema
    if path.hasPrefix("service:") {
      let name = path.dropFirst("service:".count)
      guard !name.isEmpty, name.allSatisfy({ !$0.isWhitespace && !"'\\\0".contains($0) }) else {
        throw .unusable(path: path, reason: "service: requires a name")
      }
      connectionString = "service=\(name)"
    } else if path.hasPrefix("postgres://") || path.hasPrefix("postgresql://") {
      let scheme = path.prefix { $0 != ":" }
      guard !path.utf8.contains(0) else {
        throw .unusable(path: "\(scheme)://", reason: "not a valid address")
      }
      guard !Self.holdsPassword(path) else {
        throw .unusable(
          path: "\(scheme)://…",
          reason: "a password in an address is visible to others; put it in ~/.pgpass")
      }
      connectionString = path
    } else if let scheme = Self.unknownScheme(of: path) {
      throw .unusable(
        path: "\(scheme):…", reason: "an address is postgres://HOST/DATABASE or service:NAME")
    } else {
      return nil
    }
    text = path
  }

  var missingTables: StoreError { .missingTables(path: text, schema: schema.nameIfUnusual) }

  /// The scheme of a text that is an address, but of no server that is known; `nil` for the path of a file.
  ///
  /// Such a text would otherwise become a new file, and the edits would stay on this machine.
  private static func unknownScheme(of path: String) -> Substring? {
    let scheme = path.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let rest = path.dropFirst(scheme.count)
    guard scheme.count > 1, rest.first == ":" else { return nil }
    let isKnown = ["postgres", "postgresql", "service"].contains(scheme.lowercased())
    return isKnown || rest.hasPrefix(":/") ? scheme : nil
  }

  /// Whether an address is like `scheme://user:password@…`, or has `?password=…`.
  private static func holdsPassword(_ address: String) -> Bool {
    // By scalars, because a sign with a combining accent would be another `Character`.
    let rest = address.unicodeScalars.drop { $0 != "/" }.dropFirst(2)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    if let end = authority.lastIndex(of: "@"), authority[..<end].contains(":") { return true }
    let parameters = rest.drop { $0 != "?" }.dropFirst().split(separator: "&")
    return parameters.contains { parameter in
      let key = unescaped(parameter.prefix { $0 != "=" })
      return key == "password" || key == "sslpassword"
    }
  }

  private static func unescaped(_ text: Substring.UnicodeScalarView) -> String {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      let code =
        byte == UInt8(ascii: "%") ? UInt8(String(Substring(rest.prefix(2))), radix: 16) : nil
      bytes.append(code ?? byte)
      if code != nil { rest = rest.dropFirst(2) }
    }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }
}
