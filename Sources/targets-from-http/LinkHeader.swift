struct LinkHeader {
  /// The target of the first link with the relation `next`, which may be relative.
  let next: String?

  /// Parses the values of all `Link` fields; invalid ones are ignored.
  init(_ values: [String]) {
    next = values.lazy.compactMap(Self.next).first
  }

  private static func next(in value: String) -> String? {
    var rest = Array(value)[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      guard let close = rest.firstIndex(of: ">") else { return nil }
      let target = String(rest[..<close]).trimmed
      rest = rest[close...].dropFirst()
      let relations = popParameters(from: &rest).first { $0.name == "rel" }?.value ?? ""
      // A `rel` can contain several relations, separated by white space.
      if relations.lowercased().split(whereSeparator: \.isWhitespace).contains("next") {
        return target
      }
    }
    return nil
  }

  /// Parses the parameters up to the comma before the next link.
  private static func popParameters(
    from rest: inout ArraySlice<Character>
  ) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard rest.first == ";" else { return parameters }
      rest = rest.dropFirst()
      let name = rest.prefix { !"=;,".contains($0) }
      rest = rest.dropFirst(name.count)
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst().drop { $0.isWhitespace }
        value = rest.first == "\"" ? popQuoted(from: &rest) : popToken(from: &rest)
      }
      parameters.append((String(name).trimmed.lowercased(), value))
    }
  }

  private static func popToken(from rest: inout ArraySlice<Character>) -> String {
    let token = rest.prefix { !";,".contains($0) }
    rest = rest.dropFirst(token.count)
    return String(token).trimmed
  }

  private static func popQuoted(from rest: inout ArraySlice<Character>) -> String {
    rest = rest.dropFirst()
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      if character == "\\", let escaped = rest.popFirst() {
        text.append(escaped)
      } else {
        text.append(character)
      }
    }
    return text
  }
}

extension StringProtocol {
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
