/// Why an address is refused: it contains a password, which would be stored, logged and shown with it.
package struct AddressPassword: Error, CustomStringConvertible {
  private init() {}

  package var description: String {
    "passwords in addresses are not accepted; use --header-file or TARGETS_HTTP_TOKEN"
  }

  /// Refuses an address such as `scheme://user:password@…`; any other text is accepted.
  ///
  /// For the web, a user alone is refused as well, because a token may stand there.
  package static func refuse(in text: String) throws(AddressPassword) {
    // By scalars, because a sign with a combining accent would be another `Character`.
    let scalars = text.unicodeScalars
    let scheme = scalars.prefix { $0 != ":" }
    let rest = scalars.dropFirst(scheme.count + 1)
    guard scheme.first?.properties.isAlphabetic == true, !scheme.contains("/"),
      rest.first == "/"
    else { return }
    let address = rest.drop { $0 == "/" }
    let authority = address.prefix { !["/", "?", "#"].contains($0) }
    if let end = authority.lastIndex(of: "@") {
      let isOfWeb = ["http", "https"].contains(String(scheme).lowercased())
      if isOfWeb || authority[..<end].contains(":") { throw AddressPassword() }
    } else if address.contains("@"), let colon = authority.lastIndex(of: ":") {
      // What is no port is the start of a password that contains one of the signs above.
      let port = authority[authority.index(after: colon)...]
      let isPort = port.allSatisfy { ("0"..."9").contains($0) }
      if authority.first != "[", !isPort { throw AddressPassword() }
    }
  }
}
