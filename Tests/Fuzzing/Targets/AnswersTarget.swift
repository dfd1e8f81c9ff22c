import JSON
import ListModel

@testable import HelperProtocol
@testable import NameSearch
@testable import PageSources
@testable import Printing

/// JSON lines between the program and its helpers: read, written, and read again.
///
/// The input is a byte of choices, and a line or the parts of an answer.
struct AnswersTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    switch input.byte() % 3 {
    case 0: try read(input.remainder())
    case 1: try write(answer(&input))
    default: try escape(input.remainingText())
    }
  }

  private func read(_ line: [UInt8]) throws {
    if let answer = HelperAnswer(line: line) {
      try write(answer)
      try compare(answer, line)
    }
    guard let request = HelperRequest(line: line) else {
      return
    }
    let again = HelperRequest(line: request.line)
    try Fault.unless(again == request, "another request: \(again as Any), not \(request)")
  }

  /// The rows equal those of the naive reader.
  private func compare(_ answer: HelperAnswer, _ line: [UInt8]) throws {
    guard let naive = NaiveJSON.read(line), naive.hasDistinctNames,
      case .page(let page) = answer.outcome,
      let rows = naive["rows"]?.list
    else { return }
    let names = rows.map { ($0.text ?? $0["name"]?.text ?? "").utf8.map { $0 } }
    try Fault.unless(page.rows.map { Array($0.name.utf8) } == names, "other names than \(names)")
  }

  /// An answer is one line, reading it gives the same answer, and its rows become names.
  private func write(_ answer: HelperAnswer) throws {
    let line = isControl ? careless(answer) : answer.line
    try Fault.unless(
      line.last == 0x0A && line.dropLast().allSatisfy { $0 >= 0x20 },
      "no line: \(line.shown)")
    try Fault.unless(NaiveJSON.read(line) != nil, "no JSON: \(line.shown)")
    let again = HelperAnswer(line: line)
    try Fault.unless(again == answer, "another answer: \(again as Any), not \(answer)")
    guard case .page(let page) = answer.outcome else { return }
    let rows = RowBatch(page, of: "0123456789abcdef", after: 0)
    try Fault.unless(
      rows.flags.count == rows.names.count && rows.count == rows.names.count
        && rows.count + rows.report.leftOutCount == page.rows.count,
      "rows are lost")
    try Fault.unless(rows.total.map { $0 >= 0 } ?? true, "a total below 0")
  }

  private func answer(_ input: inout Input) -> HelperAnswer {
    let id = Int(input.byte())
    let choices = input.byte()
    func some(_ bit: UInt8, _ text: String) -> String? { choices & bit == 0 ? nil : text }
    if choices & 1 != 0 {
      let wait = Double(input.number(below: 1 << 16)) / 7
      return HelperAnswer(
        id: id,
        .failure(
          HelperFailure(
            reason: input.text(), mayRetry: choices & 2 != 0,
            retryAfter: choices & 4 == 0 ? nil : wait)))
    }
    var page = HelperPage(
      rows: [], next: some(2, input.text()), total: choices & 4 == 0 ? nil : Int(choices),
      searches: choices & 8 != 0)
    while !input.isEmpty {
      let flags = input.byte()
      page.rows.append(
        HelperRow(
          name: input.text(), id: some(16, input.text()), isDead: flags & 1 != 0,
          isLiked: flags & 2 != 0, detail: some(32, input.text())))
    }
    return HelperAnswer(id: id, .page(page))
  }

  /// Text that is printed as JSON is the same when it is read, and cannot control a terminal.
  private func escape(_ text: String) throws {
    let literal = "\(json: text)"
    try Fault.unless(
      TerminalBytes.offense(in: literal) == nil, "in JSON: \(Array(literal.utf8).shown)")
    let found = NaiveJSON.read(Array(literal.utf8))?.text
    try Fault.unless(
      found.map { Array($0.utf8) } == Array(text.utf8), "another text: \(found as Any)")
  }

  /// For the control: an answer whose first name is not escaped.
  private func careless(_ answer: HelperAnswer) -> [UInt8] {
    guard case .page(let page) = answer.outcome, let row = page.rows.first else {
      return answer.line
    }
    let escaped = Array("\(json: row.name)".utf8)
    let bare = Array("\"\(row.name)\"".utf8)
    return answer.line.replacing(escaped, with: bare, maxReplacements: 1)
  }
}
