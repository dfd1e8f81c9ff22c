/// A statement of the store as a server is sent it.
struct ServerSQL {
  let text: String

  /// Whether it answers with rows; what does not is sent without waiting.
  let hasRows: Bool

  /// Translates SQLite's parameters, and leaves its hints out.
  init(_ sql: String) {
    hasRows = sql.hasPrefix("SELECT") || sql.contains(" RETURNING ")
    var rest = Substring(sql)
    var text = ""
    var parameter = 0
    while let place = rest.firstIndex(where: { $0 == "?" || $0 == "I" || $0 == "C" || $0 == "m" }) {
      text += rest[..<place]
      rest = rest[place...]
      if rest.first == "?" {
        rest.removeFirst()
        let digits = rest.prefix { $0.isNumber }
        rest = rest.dropFirst(digits.count)
        parameter = Int(digits) ?? parameter + 1
        text += "$\(parameter)"
      } else if rest.hasPrefix("INDEXED BY ") {
        rest = rest.dropFirst("INDEXED BY ".count).drop { $0.isLetter }
      } else if rest.hasPrefix("CROSS JOIN ") {
        rest = rest.dropFirst("CROSS ".count)
      } else if rest.hasPrefix("moment()") {
        text += Self.now
        rest = rest.dropFirst("moment()".count)
      } else {
        text.append(rest.removeFirst())
      }
    }
    self.text = text + rest
  }

  /// Microseconds since 1970.
  private static let now = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)"
}
