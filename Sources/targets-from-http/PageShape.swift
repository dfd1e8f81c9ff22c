import HelperProtocol

/// Finds the rows of an answer, and the way to the next page.
struct PageShape {
  /// Where rows are looked for, what they may be called by, and where their number stands, when no
  /// option says so.
  private static let rowPaths = ["results", "items", "data"]
  private static let namePaths = ["name", "title", "full_name", "login", "label"]
  private static let totalPaths = ["total", "total_count", "count"]

  let options: SourceOptions

  /// Reads an answer to a request for `limit` rows.
  ///
  /// - Throws: ``HTTPError/wrongShape(_:reason:)``, and what a next page's address is refused for.
  func page(of response: Response, limit: Int) throws(HTTPError) -> HelperPage {
    guard let tree = JSONTree(response.body) else {
      throw .wrongShape(response.address.shown, reason: "the answer is not JSON")
    }
    let elements = try elements(of: tree, response)
    let rows = try elements.map { element throws(HTTPError) in row(element) }
    if !rows.isEmpty, rows.allSatisfy(\.name.isEmpty) {
      let field = options.nameField ?? Self.namePaths.joined(separator: ", ")
      throw .wrongShape(
        response.address.shown,
        reason: "no row has a name in “\(field)”; --name-field says where it is")
    }
    return HelperPage(
      rows: rows, next: try next(after: elements.count, tree, response, limit: limit)?.text,
      total: total(tree), searches: options.queryParameter != nil)
  }

  // MARK: Rows

  private func elements(of tree: JSONTree, _ response: Response) throws(HTTPError) -> [JSONTree] {
    if let path = options.rows {
      if let elements = tree[path]?.elements { return elements }
      throw .wrongShape(response.address.shown, reason: "there is no list at “\(path)”")
    }
    if let elements = tree.elements { return elements }
    for path in Self.rowPaths {
      if let elements = tree[path]?.elements { return elements }
    }
    throw .wrongShape(
      response.address.shown,
      reason: "no list, nor one in results, items or data; --source-option rows=PATH says where")
  }

  /// A row; one without a name has an empty one, which the program leaves out and counts.
  private func row(_ element: JSONTree) -> HelperRow {
    guard element.isObject else { return HelperRow(name: element.text ?? "") }
    let paths = options.nameField.map { [$0] } ?? Self.namePaths
    return HelperRow(
      name: paths.lazy.compactMap { element[$0]?.text }.first ?? "",
      id: element[options.idField ?? "id"]?.text,
      detail: options.detailField.flatMap { element[$0]?.text })
  }

  private func total(_ tree: JSONTree) -> Int? {
    let paths = options.total.map { [$0] } ?? Self.totalPaths
    return paths.lazy.compactMap { tree[$0]?.count }.first
  }

  // MARK: Pages

  /// Where a list begins.
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

  private func next(
    after count: Int, _ tree: JSONTree, _ response: Response, limit: Int
  ) throws(HTTPError) -> WebAddress? {
    let here = response.address
    if let name = options.pageParameter {
      return try counted(name, by: 1, from: options.firstPage, after: count, here, limit: limit)
    }
    if let name = options.offsetParameter {
      return try counted(name, by: count, from: 0, after: count, here, limit: limit)
    }
    if let path = options.next {
      guard let text = tree[path]?.text, !text.isEmpty else { return nil }
      if let name = options.tokenParameter { return try here.setting(name, to: text) }
      return try here.resolving(text)
    }
    if let target = LinkHeader(response.values(of: "link")).next {
      return try here.resolving(target)
    }
    if let text = tree["next"]?.text, !text.isEmpty { return try here.resolving(text) }
    if let index = tree["nextPageIndex"]?.count { return try here.setting("page", to: "\(index)") }
    return nil
  }

  /// The next page by number or offset; an empty page is the last, and so is one that is not full
  /// where the server was told how many rows make a page.
  private func counted(
    _ name: String, by step: Int, from first: Int, after count: Int, _ here: WebAddress, limit: Int
  ) throws(HTTPError) -> WebAddress? {
    if count == 0 || options.limitParameter != nil && count < limit { return nil }
    let current = here.parameter(name).flatMap { Int($0) } ?? first
    let (next, isBeyond) = current.addingReportingOverflow(step)
    return isBeyond ? nil : try here.setting(name, to: "\(next)")
  }
}
