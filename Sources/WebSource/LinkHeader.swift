struct LinkHeader {
  /// The target of the first link with the relation `next`, which may be relative.
  let next: String?

  /// Parses the values of all `Link` fields; invalid ones are ignored.
  init(_ values: [String]) {
    next = values.lazy.compactMap(Self.next).first
  }

  private static func next(in value: String) -> String? {
    // By scalars, because a combining accent after a sign would make another `Character` of it.
    var rest = Array(value.unicodeScalars)[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      guard let close = rest.firstIndex(of: ">") else { return nil }
      let target = text(rest[..<close]).trimmed
      rest = rest[close...].dropFirst()
      let relations = popParameters(from: &rest).first { $0.name == "rel" }?.value ?? ""
      // A `rel` can contain several relations, separated by white space.
      let names = relations.lowercased().unicodeScalars.split(
        whereSeparator: \.properties.isWhitespace)
      if names.contains(where: { $0.elementsEqual("next".unicodeScalars) }) { return target }
    }
    return nil
  }

  /// Parses the parameters up to the comma before the next link.
  private static func popParameters(
    from rest: inout ArraySlice<Unicode.Scalar>
  ) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    while true {
      rest = rest.drop(while: \.properties.isWhitespace)
      guard rest.first == ";" else { return parameters }
      rest = rest.dropFirst()
      let name = rest.prefix { !"=;,".unicodeScalars.contains($0) }
      rest = rest.dropFirst(name.count)
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst().drop(while: \.properties.isWhitespace)
        value = rest.first == "\"" ? popQuoted(from: &rest) : popToken(from: &rest)
      }
      parameters.append((text(name).trimmed.lowercased(), value))
    }
  }

  private static func popToken(from rest: inout ArraySlice<Unicode.Scalar>) -> String {
    let token = rest.prefix { !";,".unicodeScalars.contains($0) }
    rest = rest.dropFirst(token.count)
    return text(token).trimmed
  }

  private static func popQuoted(from rest: inout ArraySlice<Unicode.Scalar>) -> String {
    rest = rest.dropFirst()
    var quoted = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", let escaped = rest.popFirst() {
        quoted.append(escaped)
      } else {
        quoted.append(scalar)
      }
    }
    return String(quoted)
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

extension StringProtocol {
  /// The text without outer white space; a space with a combining accent does not count.
  var trimmed: String {
    let start = unicodeScalars.drop(while: \.properties.isWhitespace)
    let end = start.lastIndex { !$0.properties.isWhitespace }
    return end.map { String(String.UnicodeScalarView(start[...$0])) } ?? ""
  }
}
