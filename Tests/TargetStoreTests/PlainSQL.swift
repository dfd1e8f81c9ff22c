/// A statement, split into words and signs, in the subset of SQL that the store may use.
///
/// Keywords are in upper case, names of tables and columns are not.
struct PlainSQL {
  enum Token: Equatable {
    case keyword(String)
    case name(String)
    case sign(String)

    /// A number, a text or a parameter.
    case value(String)
  }

  let tokens: [Token]

  /// - Throws: ``Foreign`` for a sign that no statement of the store contains.
  init(_ text: String) throws {
    var (tokens, rest): ([Token], Substring) = ([], text[...])
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest[word.endIndex...]
        tokens.append(word == word.uppercased() ? .keyword(String(word)) : .name(String(word)))
      } else if first == "'" {
        let body = rest.dropFirst().prefix { $0 != "'" }
        rest = rest[body.endIndex...].dropFirst()
        tokens.append(.value("'\(body)'"))
      } else if first.isNumber || first == "?" || first == "$" {
        let body = rest.dropFirst().prefix(while: \.isNumber)
        tokens.append(.value(String(rest[..<body.endIndex])))
        rest = rest[body.endIndex...]
      } else if let sign = Self.signs.first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(sign.count)
        tokens.append(.sign(sign))
      } else {
        throw Foreign(text: String(rest.prefix(20)))
      }
    }
    self.tokens = tokens
  }

  struct Foreign: Error, CustomStringConvertible {
    let text: String
    var description: String { "not a sign of the store's SQL: \(text)" }
  }

  private static let signs = [
    "<>", "<=", ">=", "||", "(", ")", "[", "]", ",", ".", "=", "<", ">", "+", "-", "*", "/", "%",
    "|", "&", ";",
  ]
}

// MARK: The part of SQL

extension PlainSQL {
  /// Words that files and all servers with PostgreSQL's protocol understand.
  private static let plain: Set = [
    "SELECT", "FROM", "WHERE", "AS", "ON", "JOIN", "LEFT", "GROUP", "BY", "ORDER", "DESC", "LIMIT",
    "OFFSET", "DISTINCT", "UNION", "ALL", "AND", "OR", "NOT", "IS", "NULL", "IN", "BETWEEN", "LIKE",
    "EXISTS", "CASE", "WHEN", "THEN", "ELSE", "END", "CAST", "OVER", "PARTITION", "INSERT", "INTO",
    "VALUES",
    "CONFLICT", "DO", "NOTHING", "UPDATE", "SET", "DELETE",
  ]

  /// Words only for files: hints, and names of SQLite's settings.
  private static let ofFiles: Set = ["INDEXED", "CROSS"]

  /// Words only for servers: locked rows, and arrays of values.
  private static let ofServers: Set = [
    "FOR", "LATERAL", "ANY", "ARRAY", "TRUE", "WITH", "ORDINALITY",
  ]

  private static let functions: Set = [
    "count", "max", "min", "sum", "coalesce", "length", "substr", "trim", "row_number", "abs",
    "nullif",
  ]

  private static let functionsOfFiles: Set = ["moment", "json_each"]

  /// The last four read the rights of a role, and the features of a server.
  private static let functionsOfServers: Set = [
    "unnest", "extract", "clock_timestamp", "has_schema_privilege", "has_table_privilege",
    "has_column_privilege", "has_any_column_privilege", "to_regclass", "format_type", "version",
    "pg_backend_pid",
  ]

  /// The words and functions outside the subset of SQL that the store may use.
  func foreignWords(onServer: Bool) -> Set<String> {
    let words = Self.plain.union(onServer ? Self.ofServers : Self.ofFiles)
    let functions = Self.functions
      .union(onServer ? Self.functionsOfServers : Self.functionsOfFiles)
    var found: Set<String> = []
    for (place, token) in tokens.enumerated() {
      switch token {
      case .keyword(let word) where !words.contains(word): found.insert(word)
      case .name(let name) where next(place) == .sign("(") && !functions.contains(name):
        // `AS new (a, b)` names columns, and so does `INSERT INTO row (a, b)`.
        if ![.keyword("AS"), .keyword("INTO")].contains(previous(place)) { found.insert(name) }
      default: break
      }
    }
    return found
  }

  private func next(_ place: Int, _ distance: Int = 1) -> Token? {
    tokens.indices.contains(place + distance) ? tokens[place + distance] : nil
  }

  private func previous(_ place: Int) -> Token? { next(place, -1) }
}

// MARK: Tables

extension PlainSQL {
  /// The tables that the statement uses, with their names in it.
  func tables(among known: Set<String>) -> [(table: String, alias: String)] {
    tokens.indices.compactMap { place in
      guard case .name(let table)? = next(place), known.contains(table) else { return nil }
      switch tokens[place] {
      case .keyword("FROM"), .keyword("JOIN"), .keyword("INTO"): break
      case .keyword("UPDATE") where place == 0: break
      default: return nil
      }
      guard next(place, 2) == .keyword("AS"), case .name(let alias)? = next(place, 3) else {
        return (table, table)
      }
      return (table, alias)
    }
  }

  /// Whether the statement compares a column of a table, or is an INSERT whose first column it is.
  func compares(_ column: String, of table: (table: String, alias: String)) -> Bool {
    tokens.indices.contains { place in
      guard tokens[place] == .name(column) else { return false }
      var start = place
      if previous(place) == .sign(".") {
        guard next(place, -2) == .name(table.alias) else { return false }
        start = place - 2
      }
      if previous(start) == .sign("("), next(start, -2) == .name(table.table) { return true }
      return next(place) == .sign("=") || previous(start) == .sign("=")
    }
  }
}
