/// The next page of a `Link` field (RFC 8288), read scalar by scalar.
struct NaiveLink {
  private var rest: ArraySlice<Unicode.Scalar>

  static func next(in value: String) -> String? {
    var reader = NaiveLink(rest: Array(value.unicodeScalars)[...])
    return reader.next()
  }

  private mutating func next() -> String? {
    while let start = rest.firstIndex(of: "<") {
      rest = rest[(start + 1)...]
      guard let end = rest.firstIndex(of: ">") else { return nil }
      let target = Self.trimmed(rest[..<end])
      rest = rest[(end + 1)...]
      let relations = relations().lowercased().unicodeScalars
      if relations.split(whereSeparator: \.properties.isWhitespace).contains(where: {
        String($0) == "next"
      }) {
        return target
      }
    }
    return nil
  }

  /// The value of the first parameter `rel`; stops after all parameters.
  private mutating func relations() -> String {
    var found: String?
    while true {
      skipBlanks()
      guard rest.first == ";" else { return found ?? "" }
      rest = rest.dropFirst()
      let name = rest.prefix { !"=;,".unicodeScalars.contains($0) }
      rest = rest[name.endIndex...]
      let value = rest.first == "=" ? value() : ""
      if found == nil, Self.trimmed(name).lowercased() == "rel" { found = value }
    }
  }

  private mutating func value() -> String {
    rest = rest.dropFirst()
    skipBlanks()
    guard rest.first == "\"" else {
      let token = rest.prefix { !";,".unicodeScalars.contains($0) }
      rest = rest[token.endIndex...]
      return Self.trimmed(token)
    }
    rest = rest.dropFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", let escaped = rest.popFirst() {
        text.append(escaped)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  private mutating func skipBlanks() {
    rest = rest.drop(while: \.properties.isWhitespace)
  }

  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = scalars.drop(while: \.properties.isWhitespace)
    while text.last?.properties.isWhitespace == true { text = text.dropLast() }
    return String(String.UnicodeScalarView(text))
  }
}
