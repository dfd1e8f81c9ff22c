import HelperProtocol
import JSON

/// Finds the rows and the next page in an answer.
struct PageShape {
  /// The paths that are tried if no option names one.
  private static let rowPaths = ["results", "items", "data"]
  private static let namePaths = ["name", "title", "full_name", "login", "label"]
  private static let totalPaths = ["total", "total_count", "count"]

  let options: ListOptions

  /// Parses the answer to a request for `limit` rows.
  ///
  /// - Throws: ``HTTPError/wrongShape(_:reason:)`` or ``HTTPError/tooLarge(_:reason:)``.
  func page(of response: Response, limit: Int) throws(HTTPError) -> HelperPage {
    guard JSONValue.count(in: response.body) <= JSONValue.largestCount else {
      let reason = "answer with more than \(JSONValue.largestCount) values"
      throw .tooLarge(response.address.shown, reason: reason)
    }
    guard let answer = JSONValue(response.body) else {
      throw .wrongShape(response.address.shown, reason: "the answer is not JSON")
    }
    let rows = try list(in: answer, response).elements.map { row($0) }
    if !rows.isEmpty, rows.allSatisfy(\.name.isEmpty) {
      let field = options.nameField ?? Self.namePaths.joined(separator: ", ")
      throw .wrongShape(
        response.address.shown,
        reason: "no row has a name at “\(field)”; set its path with --name-field")
    }
    return HelperPage(
      rows: rows, next: next(after: rows.count, answer, response, limit: limit)?.text,
      total: total(answer), searches: options.queryParameter != nil)
  }

  // MARK: Rows

  private func list(
    in answer: JSONValue, _ response: Response
  ) throws(HTTPError) -> JSONValue {
    if let path = options.rows {
      if let list = answer[path: path], list.isList { return list }
      throw .wrongShape(response.address.shown, reason: "no list at “\(path)”")
    }
    if answer.isList { return answer }
    for path in Self.rowPaths {
      if let list = answer[path: path], list.isList { return list }
    }
    throw .wrongShape(
      response.address.shown,
      reason:
        "no list at the top or in results, items or data; set its path with --source-option rows=PATH"
    )
  }

  /// A row without a name gets an empty one, so that the program counts it as skipped.
  private func row(_ element: JSONValue) -> HelperRow {
    guard element.isObject else { return HelperRow(name: element.scalar ?? "") }
    let paths = options.nameField.map { [$0] } ?? Self.namePaths
    return HelperRow(
      name: paths.lazy.compactMap { element[path: $0]?.scalar }.first ?? "",
      id: element[path: options.idField ?? "id"]?.scalar,
      detail: options.detailField.flatMap { element[path: $0]?.scalar })
  }

  private func total(_ answer: JSONValue) -> Int? {
    let paths = options.total.map { [$0] } ?? Self.totalPaths
    return paths.lazy.compactMap { answer[path: $0]?.count }.first
  }

  // MARK: Pages

  /// The address of the first page.
  func first(_ address: WebAddress, query: String, limit: Int) throws(HTTPError) -> WebAddress {
    var address = address
    if let name = options.queryParameter, !query.isEmpty {
      address = try address.setting(name, to: query)
    }
    if let name = options.limitParameter { address = try address.setting(name, to: "\(limit)") }
    if let name = options.pageParameter, address.parameter(name) == nil {
      address = try address.setting(name, to: "\(options.firstPage)")
    }
    return address
  }

  /// The cursor of the next page, which is not checked yet.
  private func next(
    after count: Int, _ answer: JSONValue, _ response: Response, limit: Int
  ) -> PageCursor? {
    let here = response.address
    if let name = options.pageParameter {
      return counted(name, by: 1, from: options.firstPage, after: count, here, limit: limit)
    }
    if let name = options.offsetParameter {
      return counted(name, by: count, from: 0, after: count, here, limit: limit)
    }
    if let path = options.next {
      guard let text = answer[path: path]?.scalar, !text.isEmpty else { return nil }
      if let name = options.tokenParameter { return PageCursor(setting: name, to: text, in: here) }
      return PageCursor(text, from: here)
    }
    if let target = LinkHeader(response.values(of: "link")).next {
      return PageCursor(target, from: here)
    }
    if let text = answer[path: "next"]?.scalar, !text.isEmpty {
      return PageCursor(text, from: here)
    }
    if let index = answer[path: "nextPageIndex"]?.count {
      return PageCursor(setting: "page", to: "\(index)", in: here)
    }
    return nil
  }

  /// Increments a page number or an offset.
  ///
  /// The last page is empty, or with a `limitParameter`, shorter than `limit`.
  private func counted(
    _ name: String, by step: Int, from first: Int, after count: Int, _ here: WebAddress, limit: Int
  ) -> PageCursor? {
    if count == 0 || options.limitParameter != nil && count < limit { return nil }
    let current = here.parameter(name).flatMap { Int($0) } ?? first
    let (next, isBeyond) = current.addingReportingOverflow(step)
    return isBeyond ? nil : PageCursor(setting: name, to: "\(next)", in: here)
  }
}
