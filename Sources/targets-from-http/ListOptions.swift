/// How the pages of an API look, and how they are asked for: everything has a usual value.
struct ListOptions: Equatable {
  // MARK: Rows

  /// The path of the list of rows in an answer, names with dots between.
  var rows: String?

  /// Of a row: the path of what it is called, of what it is known by, and of a few more words.
  var nameField: String?
  var idField: String?
  var detailField: String?

  /// The path of the number of all rows.
  var total: String?

  // MARK: Pages

  /// The path of the address of the next page, or of its token if there is a parameter for that.
  var next: String?
  var tokenParameter: String?

  /// The parameter that takes a page's number, and the number of the first.
  var pageParameter: String?
  var firstPage = 1

  /// The parameter that takes the number of rows before a page.
  var offsetParameter: String?

  /// The parameter that takes the number of rows wanted.
  var limitParameter: String?

  /// The parameter that takes what is looked for.
  var queryParameter: String?

  // MARK: Requests

  var headerFile: String?

  /// How long a page may take.
  var time = Duration.seconds(30)

  /// Reads options by their names.
  ///
  /// - Throws: ``HTTPError/badRequest(_:)`` for one that is not known, or has no such value.
  init(_ options: [String: String]) throws(HTTPError) {
    for (name, value) in options.sorted(by: { $0.key < $1.key }) { try set(name, to: value) }
    let ways = [pageParameter, offsetParameter, tokenParameter].compactMap { $0 }
    if ways.count > 1 {
      throw .badRequest("of page-param, offset-param and token-param only one can be given")
    }
    if tokenParameter != nil, next == nil {
      throw .badRequest("token-param needs next: where the token is found")
    }
  }

  private mutating func set(_ name: String, to value: String) throws(HTTPError) {
    if value.isEmpty { throw .badRequest("\(name): has no value") }
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
    default: throw .badRequest("\(name): no such option of a source of http")
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
