@testable import NameSearch

/// A query, and names with details, in various indexes: scanned, with a word index, grown, and shrunk.
///
/// The input is two bytes of choices, the query, and names; 0xFF separates them, 0xFE separates a
/// name from its detail.
struct QueriesTarget: FuzzTarget {
  private struct Row {
    let name: Name
    let detail: String?
  }

  let isControl: Bool
  private let empty = NameIndex(order: NameOrder(sections: .none))

  init(isControl: Bool) {
    self.isControl = isControl
    empty.prepare()
  }

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    let before = Int(input.byte())
    let text = input.text()
    let query = NameQuery(
      text, match: choices & 1 == 0 ? .words : .phrase,
      sensitivity: [.smart, .ignore, .exact][Int(choices >> 1) % 3],
      looksInsideWords: choices & 16 != 0, looksInDetails: choices & 8 != 0)
    let rows = rows(&input)
    // Both sides classify letters, with ICU and the standard library; these differ for new characters.
    guard !rows.isEmpty,
      ([text] + rows.flatMap { [$0.name.text, $0.detail ?? ""] })
        .allSatisfy(\.isOfOldUnicode)
    else { return }
    let naive = NaiveQuery(query)
    let expected = rows.filter { naive.matches($0.name.text, detail: $0.detail) }
    try checkFilter(query, rows, expected)
    try checkIndexes(query, rows, expected, narrowing: before)
    try checkRanges(query, rows, expected)
  }

  /// Distinct names.
  private func rows(_ input: inout Input) -> [Row] {
    var rows: [Name: Row] = [:]
    var order: [Name] = []
    while !input.isEmpty, order.count < 12 {
      var line = Input(input.piece(upTo: 0xFF))
      let text = line.text(upTo: 0xFE)
      let detail = String(decoding: NaiveName.trimmed(line.remainingText().utf8), as: UTF8.self)
      guard let name = try? Name(text), rows[name] == nil, detail.utf8.count < 1_000 else {
        continue
      }
      let isKept = !detail.isEmpty && !detail.utf8.contains(0)
      rows[name] = Row(name: name, detail: isKept ? detail : nil)
      order.append(name)
    }
    return order.compactMap { rows[$0] }
  }

  private func batch(_ rows: some Sequence<Row>) -> NameBatch {
    var batch = NameBatch()
    for row in rows { batch.append(row.name, detail: row.detail) }
    return batch
  }

  /// The filter of streams.
  private func checkFilter(_ query: NameQuery, _ rows: [Row], _ expected: [Row]) throws {
    guard !query.isEmpty else { return }
    let found = NameFilter(query).matches(in: batch(rows))
    let names = (0..<found.count).map { found[$0] }
    try Fault.unless(names == expected.map(\.name), "the filter: \(names) for \(query.text)")
  }

  private func checkIndexes(
    _ query: NameQuery, _ rows: [Row], _ expected: [Row], narrowing choice: Int
  ) throws {
    let asked = isControl ? forgetful(query) : query
    let wanted = Set(expected.map(\.name))
    let shorter = NameQuery(
      String(query.text.prefix(choice >> 2 % 8)), match: query.match,
      sensitivity: query.sensitivity, looksInsideWords: query.looksInsideWords,
      looksInDetails: query.looksInDetails)
    // One kind of index for each input, so that many inputs are tested.
    let index = index(rows, choice % 4)
    let all = index.matches(shorter)
    for previous in [nil, all.map { (shorter, $0) }] {
      guard let found = index.matches(asked, narrowing: previous) else {
        throw Fault("cancelled by itself")
      }
      let names = Set(found.map { index.name(at: $0) })
      try Fault.unless(
        names == wanted,
        "index \(choice % 4)\(previous == nil ? "" : ", narrowed"): \(names), not \(wanted)")
    }
  }

  /// An index of the rows: made at once, with words, in two steps, or with a row added and removed again.
  private func index(_ rows: [Row], _ kind: Int) -> NameIndex {
    let whole = empty.adding(batch(rows))
    switch kind {
    case 0: return whole
    case 1: return whole.indexingWords() ?? whole
    case 2:
      let older = empty.adding(batch(rows.dropLast(2)))
      return (older.indexingWords() ?? older).adding(batch(rows.suffix(2)))
    default:
      guard let other = try? Name("gone \(rows.count)"), whole.row(of: other) == nil else {
        return whole
      }
      var more = batch(rows)
      more.append(other)
      let index = empty.adding(more)
      return (index.indexingWords() ?? index).removing([other])
    }
  }

  /// The highlighted parts: some in each matching name, and none in others.
  private func checkRanges(_ query: NameQuery, _ rows: [Row], _ expected: [Row]) throws {
    // Excluded words highlight nothing.
    guard query.needles.contains(where: { !$0.isExcluded }), !query.looksInDetails else { return }
    let wanted = Set(expected.map(\.name))
    for row in rows {
      let ranges = query.matchedRanges(in: row.name)
      try Fault.unless(
        ranges.isEmpty != wanted.contains(row.name), "highlights \(ranges.count) in \(row.name)")
      try Fault.unless(
        zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound },
        "highlights overlap")
    }
  }

  /// For the control: the query without its last character.
  private func forgetful(_ query: NameQuery) -> NameQuery {
    NameQuery(
      String(query.text.dropLast()), match: query.match, sensitivity: query.sensitivity,
      looksInsideWords: query.looksInsideWords, looksInDetails: query.looksInDetails)
  }
}
