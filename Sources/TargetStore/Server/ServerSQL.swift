import Substrings

/// A statement of the store in the form that is sent to a server.
struct ServerSQL {
  let text: String

  /// Whether it returns rows; other statements are sent without waiting.
  let hasRows: Bool

  /// Translates SQLite's parameters, and removes its hints.
  ///
  /// A server without fresh statistics assumes that every table is short, and reads all of it
  /// instead of looking up rows. So joins `ON (…)`, `EXISTS (…)` and `IN (SELECT …)` become
  /// subqueries for each row.
  init(_ sql: String) {
    hasRows = sql.hasPrefix("SELECT") || sql.includes(" RETURNING ")
    var parameter = 0
    text = Self.translation(of: Substring(sql), &parameter)
  }

  private static func translation(of sql: Substring, _ parameter: inout Int) -> String {
    var (rest, text) = (sql, "")
    while let place = rest.firstIndex(where: { isBeginning($0) }) {
      text += rest[..<place]
      rest = rest[place...]
      if rest.first == "?" {
        rest.removeFirst()
        let digits = rest.prefix { $0.isNumber }
        rest = rest.dropFirst(digits.count)
        parameter = Int(digits) ?? parameter + 1
        text += "$\(parameter)"
      } else if rest.hasPrefix("INDEXED BY ") {
        rest = rest.dropFirst("INDEXED BY ".count)
        _ = word(&rest)
      } else if rest.hasPrefix("moment()") {
        text += now
        rest = rest.dropFirst("moment()".count)
      } else if let join = Join(rest) {
        let condition = parenthesized(join.rest)
        rest = rest[condition.endIndex...].dropFirst()
        text += """
          \(join.isLeft ? "LEFT " : "")JOIN LATERAL (SELECT * FROM \(join.table) AS \(join.alias) \
          WHERE \(translation(of: condition, &parameter)) OFFSET 0) AS \(join.alias) ON TRUE
          """
      } else if rest.hasPrefix("CROSS JOIN ") {
        rest = rest.dropFirst("CROSS ".count)
      } else if rest.hasPrefix("EXISTS (") {
        let query = parenthesized(rest.dropFirst("EXISTS (".count))
        rest = rest[query.endIndex...].dropFirst()
        text += "EXISTS (\(translation(of: query, &parameter)) OFFSET 0)"
      } else if rest.hasPrefix("IN (SELECT"), !text.hasSuffix("NOT ") {
        let query = parenthesized(rest.dropFirst("IN (".count))
        rest = rest[query.endIndex...].dropFirst()
        text += "= ANY (ARRAY(\(translation(of: query, &parameter))))"
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text + rest
  }

  /// `CROSS JOIN table AS alias ON (`, or `LEFT JOIN`.
  private struct Join {
    let isLeft: Bool
    let (table, alias): (Substring, Substring)

    /// The rest of the text.
    let rest: Substring

    init?(_ sql: Substring) {
      isLeft = sql.hasPrefix("LEFT JOIN ")
      guard isLeft || sql.hasPrefix("CROSS JOIN ") else { return nil }
      var rest = sql.dropFirst(isLeft ? "LEFT JOIN ".count : "CROSS JOIN ".count)
      let table = word(&rest)
      guard rest.hasPrefix(" AS ") else { return nil }
      rest = rest.dropFirst(" AS ".count)
      let alias = word(&rest)
      guard rest.hasPrefix(" ON (") else { return nil }
      (self.table, self.alias) = (table, alias)
      self.rest = rest.dropFirst(" ON (".count)
    }
  }

  /// Whether a translated part may begin with this character.
  private static func isBeginning(_ character: Character) -> Bool {
    switch character {
    case "?", "I", "C", "L", "m", "E": true
    default: false
    }
  }

  private static func word(_ text: inout Substring) -> Substring {
    let word = text.prefix { $0.isLetter || $0 == "_" }
    text = text[word.endIndex...]
    return word
  }

  /// The text up to the parenthesis that closes it, skipping nested parentheses.
  private static func parenthesized(_ text: Substring) -> Substring {
    var depth = 0
    let end = text.firstIndex { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth < 0
    }
    return text[..<(end ?? text.endIndex)]
  }

  /// Microseconds since 1970.
  private static let now = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)"
}
