@testable import HelperProtocol
@testable import WebSource

/// JSON pages from servers, with several descriptions of an API.
///
/// The input is two bytes of choices, a `Link` header up to 0xFF, and the body.
struct JSONTarget: FuzzTarget {
  let isControl: Bool
  private let here: WebAddress
  private let shapes: [PageShape]

  init(isControl: Bool) throws {
    self.isControl = isControl
    here = try WebAddress("https://a.example/list?page=3&offset=40")
    let descriptions: [[String: String]] = [
      [:], [:], ["rows": "a.b", "name-field": "n.m"], ["page-param": "page"],
      ["offset-param": "offset", "limit-param": "limit"], ["next": "next", "token-param": "token"],
      ["next": "links.next", "detail-field": "note", "id-field": "key"],
      ["query-param": "q", "total": "meta.total"],
    ]
    shapes = try descriptions.map { options throws(HTTPError) in
      PageShape(options: try ListOptions(options))
    }
  }

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let number = Int(input.byte()) % shapes.count
    let limit = Int(input.byte()) + 1
    let header = input.text()
    let body = input.remainder()
    let response = Response(
      address: here, status: 200, headers: [("link", header)],
      body: isControl ? body.filter { $0 != UInt8(ascii: "\\") } : body)
    let page: HelperPage?
    do throws(HTTPError) {
      page = try shapes[number].page(of: response, limit: limit)
    } catch {
      try Fault.unless(
        TerminalBytes.offense(in: "\(error)") == nil && "\(error)".utf8.count < 600, "\(error)")
      page = nil
    }
    if number < 2 { try compare(page, NaiveJSON.read(body), header) }
    guard let page else { return }
    try Fault.unless(page.total.map { $0 >= 0 } ?? true, "a total below 0")
    let answer = HelperAnswer(id: 1, .page(page))
    let line = answer.line
    try Fault.unless(
      line.count <= 8 * (body.count + header.utf8.count) + 30 * page.rows.count + 500,
      "an answer of \(line.count) bytes")
  }

  // MARK: The naive reading

  private enum Rows {
    /// The library chooses the form of such a number.
    case unknown

    case noList
    case names([String])
  }

  private func compare(_ page: HelperPage?, _ tree: NaiveJSON?, _ header: String) throws {
    guard let tree, tree.hasDistinctNames else { return }
    switch rows(of: tree) {
    case .unknown: return
    case .noList: return try Fault.unless(page == nil, "rows without a list")
    case .names(let names):
      let isNameless = !names.isEmpty && names.allSatisfy(\.isEmpty)
      guard let page else { return try Fault.unless(isNameless, "no page of \(names)") }
      try Fault.unless(!isNameless, "rows without names")
      let found = page.rows.map { Array($0.name.utf8) }
      try Fault.unless(found == names.map { Array($0.utf8) }, "\(found.map(\.shown)), not \(names)")
      if !header.contains("<"), let next = tree["next"]?.text, !next.isEmpty {
        try Fault.unless(page.next != nil, "the next page is lost")
      }
    }
  }

  private func rows(of tree: NaiveJSON) -> Rows {
    let lists = [tree.list] + ["results", "items", "data"].map { tree[$0]?.list }
    guard let list = lists.compactMap(\.self).first else { return .noList }
    let names = list.map { name(of: $0) }
    return names.contains(nil) ? .unknown : .names(names.compactMap(\.self))
  }

  /// The name of a row, empty without one; `nil` for a number whose form is not known.
  private func name(of row: NaiveJSON) -> String? {
    var candidates: [NaiveJSON?] = [row]
    if case .object = row {
      candidates = ["name", "title", "full_name", "login", "label"].map { row[$0] }
    }
    for case let value? in candidates {
      switch value {
      case .text(let text): return text
      case .number(let digits):
        let isPlain = digits.utf8.count < 15 && digits.utf8.allSatisfy { (48...57).contains($0) }
        return isPlain ? digits : nil
      default: continue
      }
    }
    return ""
  }
}
