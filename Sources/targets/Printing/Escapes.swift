extension DefaultStringInterpolation {
  /// A JSON string of the text (RFC 8259), quotes included.
  ///
  /// Control and format characters are written as `\uXXXX`: the same string to a program, harmless on a terminal.
  mutating func appendInterpolation(json text: String) {
    appendLiteral("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": appendLiteral("\\\"")
      case "\\": appendLiteral("\\\\")
      case "\n": appendLiteral("\\n")
      case "\r": appendLiteral("\\r")
      case "\t": appendLiteral("\\t")
      case " "..."~": appendLiteral(String(scalar))
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            appendLiteral("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
          }
        default: appendLiteral(String(scalar))
        }
      }
    }
    appendLiteral("\"")
  }

  /// A CSV field (RFC 4180): in quotes where it holds a comma, a quote or a line break.
  mutating func appendInterpolation(csv field: String) {
    let isPlain = !field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
    appendLiteral(
      isPlain
        ? field
        : "\""
          + field.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"") + "\"")
  }
}
