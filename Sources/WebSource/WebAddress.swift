import CCurl

/// An address of http or https without user, password and fragment.
struct WebAddress: Hashable {
  /// The server of an address; credentials are valid for one origin.
  struct Origin: Hashable {
    let scheme: String
    let host: String
    let port: String
  }
  let text: String
  let origin: Origin
  private let path: String
  private let query: String

  /// Checks an address.
  ///
  /// - Throws: ``HTTPError/badAddress``, ``HTTPError/refusedAddress(_:)`` for another scheme, or
  ///   ``HTTPError/badRequest(_:)`` for a user or a password.
  init(_ text: String) throws(HTTPError) {
    try self.init(text, from: nil)
  }

  /// Resolves a reference in an answer against this address.
  ///
  /// - Throws: Like `init`, and ``HTTPError/refusedAddress(_:)`` if it leads from https to http.
  func resolving(_ reference: String) throws(HTTPError) -> WebAddress {
    let target = try WebAddress(reference, from: self)
    if isSecure, !target.isSecure { throw .refusedAddress(target.shown) }
    return target
  }

  private init(_ reference: String, from base: WebAddress?) throws(HTTPError) {
    guard reference.utf8.allSatisfy({ $0 > 0x1f && $0 != 0x7f }), let handle = ccurl_url() else {
      throw .badAddress
    }
    defer { ccurl_url_cleanup(handle) }
    if let base { ccurl_url_set(handle, CURLUPART_URL, base.text, 0) }
    let flags = UInt32(CURLU_URLENCODE | CURLU_DISALLOW_USER)
    switch ccurl_url_set(handle, CURLUPART_URL, reference, flags) {
    case CURLUE_OK: break
    case CURLUE_USER_NOT_ALLOWED:
      throw .badRequest("passwords in addresses are not accepted; use --header-file")
    case CURLUE_UNSUPPORTED_SCHEME: throw .refusedAddress(Self.scheme(of: reference))
    default: throw .badAddress
    }
    ccurl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    try self.init(handle)
  }

  private init(_ handle: OpaquePointer) throws(HTTPError) {
    let scheme = Self.part(CURLUPART_SCHEME, of: handle)
    guard ["http", "https"].contains(scheme) else { throw .refusedAddress(scheme + ":") }
    text = Self.part(CURLUPART_URL, of: handle)
    origin = Origin(
      scheme: scheme, host: Self.part(CURLUPART_HOST, of: handle).lowercased(),
      port: Self.part(CURLUPART_PORT, of: handle, UInt32(CURLU_DEFAULT_PORT)))
    path = Self.part(CURLUPART_PATH, of: handle)
    query = Self.part(CURLUPART_QUERY, of: handle)
    // The host may be percent-encoded and contain any character.
    let isOdd = origin.host.utf8.contains { $0 <= 0x20 || $0 == 0x7f }
    if text.isEmpty || origin.host.isEmpty || isOdd { throw .badAddress }
  }

  private static func part(
    _ part: CURLUPart, of handle: OpaquePointer, _ flags: UInt32 = 0
  ) -> String {
    var text: UnsafeMutablePointer<CChar>?
    guard ccurl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return "" }
    defer { ccurl_free(text) }
    return String(cString: text)
  }

  private static func scheme(of text: String) -> String {
    text.prefix { $0 != ":" }.prefix(20) + ":"
  }

  var isSecure: Bool { origin.scheme == "https" }

  /// The address without its query, for messages.
  var shown: String {
    let usual = isSecure ? "443" : "80"
    let port = origin.port == usual ? "" : ":\(origin.port)"
    return "\(origin.scheme)://\(origin.host)\(port)\(path)"
  }
}

// MARK: Parameters

extension WebAddress {
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }.map { Self.decoded($0.value) }
  }

  /// Replaces all parameters called `name` with a single one.
  func setting(_ name: String, to value: String) throws(HTTPError) -> WebAddress {
    let kept = parameters.filter { $0.name != name }.map(\.text)
    let new = "\(Self.encoded(name))=\(Self.encoded(value))"[...]
    guard let handle = ccurl_url() else { throw .badAddress }
    defer { ccurl_url_cleanup(handle) }
    ccurl_url_set(handle, CURLUPART_URL, text, 0)
    ccurl_url_set(handle, CURLUPART_QUERY, (kept + [new]).joined(separator: "&"), 0)
    return try WebAddress(handle)
  }

  private var parameters: [(name: String, value: Substring, text: Substring)] {
    query.split(separator: "&").map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decoded(parts[0]), parts.count > 1 ? parts[1] : "", text)
    }
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = String(text.map { $0 == "+" ? " " : $0 })
    guard let decoded = ccurl_easy_unescape(spaced, 0) else { return spaced }
    defer { ccurl_free(decoded) }
    return String(cString: decoded)
  }

  private static func encoded(_ text: String) -> String {
    guard !text.isEmpty, let encoded = ccurl_easy_escape(text, 0) else { return "" }
    defer { ccurl_free(encoded) }
    return String(cString: encoded)
  }
}
