/// Why an address is refused: it contains a password, which would be stored, logged and shown with it.
package struct AddressPassword: Error, CustomStringConvertible {
  /// The option or the command that the address was given to.
  private let place: String

  package var description: String {
    "\(place): passwords in addresses are not accepted; use --header-file or TARGETS_HTTP_TOKEN"
  }

  /// A text with a sign in place of the user and the password of each address in it.
  package static func hiding(in text: String) -> String {
    var (shown, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
    while let colon = rest.firstIndex(of: ":") {
      let next = rest.index(after: colon)
      shown.append(contentsOf: rest[..<next])
      rest = rest[next...]
      let before = String(String.UnicodeScalarView(shown.suffix(6))).lowercased()
      let isOfWeb = before.hasSuffix("http:") || before.hasSuffix("https:")
      let hasSlashes = rest.starts(with: "//".unicodeScalars)
      guard isOfWeb || hasSlashes else { continue }
      let found = possibleAddress(at: rest)
      let address = (isOfWeb ? "https:" : "other:") + String(found)
      if let end = found.lastIndex(of: "@"), isWithPassword(address) {
        shown.append(contentsOf: (hasSlashes ? "//…" : "…").unicodeScalars)
        rest = rest[end...]
      }
    }
    shown.append(contentsOf: rest)
    return String(shown)
  }

  /// The first word of a text, and the words after it up to an `@` if a password with white space may reach there.
  private static func possibleAddress(
    at text: String.UnicodeScalarView.SubSequence
  ) -> String.UnicodeScalarView.SubSequence {
    // A quote may be part of a password.
    var found = text.prefix { !$0.properties.isWhitespace }
    while true {
      let lastSign = found.lastIndex(of: "@")
      let host = lastSign.map { found[found.index(after: $0)...] } ?? found
      let authority = host.drop { $0 == "/" || $0 == "\\" }.prefix {
        !["/", "?", "#"].contains($0)
      }
      guard authority.first != "[", let colon = authority.firstIndex(of: ":") else { return found }
      var tail = authority[authority.index(after: colon)...]
      if tail.last == ":" { tail = tail.dropLast() }
      let isPort = tail.allSatisfy { ("0"..."9").contains($0) }
      let more = text[found.endIndex...]
      guard let sign = more.firstIndex(of: "@") else { return found }
      // A port, or the colon of a message, is followed by a password only before the first sign.
      let between = more[..<sign].drop(while: \.properties.isWhitespace)
      if isPort, lastSign != nil || between.contains(where: \.properties.isWhitespace) {
        return found
      }
      found = text[..<(more[sign...].firstIndex(where: \.properties.isWhitespace) ?? text.endIndex)]
    }
  }

  /// Refuses an address such as `scheme://user:password@…`; any other text is accepted.
  ///
  /// For the web, a user alone is refused as well, because a token may stand there. The error begins with `place`, the
  /// option or the command that the text was given to.
  package static func refuse(in text: String, of place: String) throws(AddressPassword) {
    if isWithPassword(text) { throw AddressPassword(place: place) }
  }

  private static func isWithPassword(_ text: String) -> Bool {
    // By scalars, because a sign with a combining accent would be another `Character`.
    let scalars = text.unicodeScalars
    let scheme = scalars.prefix { $0 != ":" }
    let rest = scalars.dropFirst(scheme.count + 1)
    let isOfWeb = ["http", "https"].contains(String(scheme).lowercased())
    guard scheme.first?.properties.isAlphabetic == true, !scheme.contains("/"),
      rest.first == "/" || isOfWeb
    else { return false }
    let address = rest.drop { $0 == "/" || $0 == "\\" }
    let authority = address.prefix { !["/", "?", "#"].contains($0) }
    if let end = authority.lastIndex(of: "@") {
      return isOfWeb || authority[..<end].contains(":")
    }
    if address.contains("@"), let colon = authority.lastIndex(of: ":") {
      // What is no port is the start of a password that contains one of the signs above.
      let port = authority[authority.index(after: colon)...]
      let isPort = port.allSatisfy { ("0"..."9").contains($0) }
      return authority.first != "[" && !isPort
    }
    return false
  }
}
