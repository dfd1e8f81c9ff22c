/// A value of JSON (RFC 8259), read character by character.
enum NaiveJSON {
  case null, flag(Bool), number(String), text(String)
  case list([NaiveJSON])

  /// The members in their order.
  case object([(name: String, value: NaiveJSON)])

  /// Reads a text that must be one value; `nil` for anything else.
  static func read(_ bytes: [UInt8]) -> NaiveJSON? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var reader = Reader(rest: Array(text.unicodeScalars)[...])
    guard let value = reader.value(depth: 0), reader.isAtEnd() else { return nil }
    return value
  }

  /// The value of the first member called `name`.
  subscript(_ name: String) -> NaiveJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [NaiveJSON]? { if case .list(let list) = self { list } else { nil } }

  /// Whether the names of members in each object are distinct.
  var hasDistinctNames: Bool {
    switch self {
    case .object(let members):
      Set(members.map(\.name)).count == members.count
        && members.allSatisfy(\.value.hasDistinctNames)
    case .list(let values): values.allSatisfy(\.hasDistinctNames)
    default: true
    }
  }

  private struct Reader {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func isAtEnd() -> Bool {
      skipBlanks()
      return rest.isEmpty
    }

    mutating func value(depth: Int) -> NaiveJSON? {
      skipBlanks()
      if depth > 200 { return nil }
      switch rest.first {
      case "{": return object(depth)
      case "[": return list(depth)
      case "\"": return string().map { .text($0) }
      case "t": return take("true") ? .flag(true) : nil
      case "f": return take("false") ? .flag(false) : nil
      case "n": return take("null") ? .null : nil
      default: return number()
      }
    }

    private mutating func skipBlanks() {
      rest = rest.drop { " \t\n\r".unicodeScalars.contains($0) }
    }

    private mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.unicodeScalars) else { return false }
      rest = rest.dropFirst(text.unicodeScalars.count)
      return true
    }

    private mutating func list(_ depth: Int) -> NaiveJSON? {
      rest = rest.dropFirst()
      var values: [NaiveJSON] = []
      skipBlanks()
      if take("]") { return .list([]) }
      while let value = value(depth: depth + 1) {
        values.append(value)
        skipBlanks()
        if take("]") { return .list(values) }
        guard take(",") else { return nil }
      }
      return nil
    }

    private mutating func object(_ depth: Int) -> NaiveJSON? {
      rest = rest.dropFirst()
      var members: [(name: String, value: NaiveJSON)] = []
      skipBlanks()
      if take("}") { return .object([]) }
      while rest.first == "\"", let name = string() {
        skipBlanks()
        guard take(":"), let value = value(depth: depth + 1) else { return nil }
        members.append((name, value))
        skipBlanks()
        if take("}") { return .object(members) }
        guard take(",") else { return nil }
        skipBlanks()
      }
      return nil
    }

    private mutating func number() -> NaiveJSON? {
      let digits = rest.prefix { "+-.eE0123456789".unicodeScalars.contains($0) }
      rest = rest.dropFirst(digits.count)
      let text = String(String.UnicodeScalarView(digits))
      let pattern = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/
      return (try? pattern.wholeMatch(in: text)) == nil ? nil : .number(text)
    }

    private mutating func string() -> String? {
      rest = rest.dropFirst()
      var units: [UInt16] = []
      while let scalar = rest.popFirst() {
        switch scalar {
        case "\"": return String(validating: units, as: UTF16.self)
        case "\\":
          guard let unit = escaped() else { return nil }
          units.append(unit)
        case "\0"..<" ": return nil
        default: units += UTF16.encode(scalar).map { Array($0) } ?? []
        }
      }
      return nil
    }

    private mutating func escaped() -> UInt16? {
      let plain: [Unicode.Scalar: UInt16] = [
        "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
      ]
      guard let sign = rest.popFirst() else { return nil }
      guard sign == "u" else { return plain[sign] }
      let digits = String(String.UnicodeScalarView(rest.prefix(4)))
      rest = rest.dropFirst(4)
      return digits.utf8.count == 4 && digits.allSatisfy(\.isHexDigit)
        ? UInt16(digits, radix: 16) : nil
    }
  }
}
