import JSON

/// Many values as one parameter of a statement, number nine.
enum ManyValues {
  case json(String)
  case array(ServerArray)

  /// What the values are on a server.
  enum Kind: String {
    case bytes = "bytea"
    case numbers = "bigint"
  }

  func bind(to statement: any Statement) throws -> any Statement {
    switch self {
    case .json(let text): try statement.bind(text, at: 9)
    case .array(let array): try statement.bind(array, at: 9)
    }
    return statement
  }
}

extension Database {
  func manyValues(_ texts: [String]) -> ManyValues {
    if isServer { return .array(ServerArray(texts.map { $0 as String? })) }
    return .json("[\(texts.map { "\(json: $0)" }.joined(separator: ","))]")
  }

  func manyValues(_ numbers: some Sequence<Int64>) -> ManyValues {
    if isServer { return .array(ServerArray(numbers: numbers.map { $0 as Int64? })) }
    return .json("[\(numbers.map(String.init).joined(separator: ","))]")
  }

  /// The values of parameter nine as a table `asked` with the column `value`.
  func asked(_ kind: ManyValues.Kind) -> String {
    isServer
      ? "unnest(CAST(?9 AS \(kind.rawValue)[])) AS asked (value)" : "json_each(?9) AS asked"
  }
}
