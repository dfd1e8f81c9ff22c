extension DefaultStringInterpolation {
  /// A CSV field (RFC 4180), quoted if it contains a comma, a quote or a line break.
  package mutating func appendInterpolation(csv field: String) {
    let isPlain = !field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
    if isPlain { return appendLiteral(field) }
    // By scalars, because CSV readers see a quote even if a combining accent follows it.
    appendLiteral("\"")
    for scalar in field.unicodeScalars { appendLiteral(scalar == "\"" ? "\"\"" : String(scalar)) }
    appendLiteral("\"")
  }
}

extension String {
  /// The text, after an apostrophe if a spreadsheet could treat it as a formula.
  ///
  /// The first characters are those of OWASP's page on CSV injection; invisible ones may precede them.
  var withoutFormula: String {
    let first = unicodeScalars.first { !$0.properties.isDefaultIgnorableCodePoint }
    let isFormula = first.map { "=+-@＝＋－＠\t\r\n".unicodeScalars.contains($0) }
    return isFormula == true ? "'" + self : self
  }
}
