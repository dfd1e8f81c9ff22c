/// The options for an API; without them, common member names are tried.
struct ListOptions: Equatable {
  // MARK: Rows

  /// The path of the list of rows: member names separated by dots.
  var rows: String?

  /// Paths within a row.
  var nameField: String?
  var idField: String?
  var detailField: String?

  /// The path of the total number of rows.
  var total: String?

  // MARK: Pages

  /// The path of the next page's address, or with `tokenParameter`, of its token.
  var next: String?
  var tokenParameter: String?

  var pageParameter: String?
  var firstPage = 1

  var offsetParameter: String?

  var limitParameter: String?

  var queryParameter: String?

  // MARK: Requests

  var headerFile: String?

  var time = Duration.seconds(30)

  /// Throws ``HTTPError/badRequest(_:)`` for an unknown option or an invalid value.
  init(_ options: [String: String]) throws(HTTPError) {
    for (name, value) in options.sorted(by: { $0.key < $1.key }) { try set(name, to: value) }
    let ways = [pageParameter, offsetParameter, tokenParameter].compactMap { $0 }
    if ways.count > 1 {
      throw .badRequest("page-param, offset-param and token-param cannot be combined")
    }
    if tokenParameter != nil, next == nil {
      throw .badRequest("token-param requires next, the path of the token")
    }
  }

  private mutating func set(_ name: String, to value: String) throws(HTTPError) {
    if value.isEmpty { throw .badRequest("\(name): requires a value") }
    switch name {
    case "rows": rows = value
    case "name-field": nameField = value
    case "id-field": idField = value
    case "detail-field": detailField = value
    case "total": total = value
    case "next": next = value
    case "token-param": tokenParameter = value
    case "page-param": pageParameter = value
    case "first-page": firstPage = try Self.number(name, value, in: 0...1_000_000)
    case "offset-param": offsetParameter = value
    case "limit-param": limitParameter = value
    case "query-param": queryParameter = value
    case "header-file": headerFile = value
    case "timeout": time = .seconds(try Self.number(name, value, in: 1...30))
    default: throw .badRequest("\(name): unknown option for http sources")
    }
  }

  private static func number(
    _ name: String, _ text: String, in range: ClosedRange<Int>
  ) throws(HTTPError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .badRequest("\(name): takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
