import ListModel
@testable import NameSearch
@testable import PageSources

/// A stream of lines, whole and divided; with and without a filter.
///
/// The input is two bytes of choices, a query up to 0xFF where there is a filter, and the stream.
struct LinesTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    let seed = input.byte()
    let query = choices & 2 != 0 ? NameQuery(input.text()) : nil
    try check(input.remainder(), endsWithNUL: choices & 1 != 0, query, seed: seed)
  }

  /// Splits a stream, whole and in the pieces that `seed` determines, and compares the results.
  func check(_ stream: [UInt8], endsWithNUL: Bool, _ query: NameQuery?, seed: UInt8) throws {
    let naive = NaiveLines(stream, end: endsWithNUL ? 0 : 0x0A)
    let whole = split([stream[...]], endsWithNUL, nil)
    try compare(whole, naive.names, naive, "whole")
    try compare(split(pieces(stream, seed), endsWithNUL, nil), naive.names, naive, "cut")
    guard let query, !query.isEmpty, query.text.isOfOldUnicode
    else { return }
    // The naive matcher is slow for long names that are not ASCII.
    let isSlow = naive.names.contains { $0.count > 500 && $0.contains { $0 >= 0x80 } }
    guard !isSlow, naive.names.allSatisfy({ Self.text(of: $0).isOfOldUnicode }) else { return }
    let matching = NaiveQuery(query)
    let wanted = naive.names.filter { matching.matches(Self.text(of: $0)) }
    let filter = NameFilter(query)
    try compare(split([stream[...]], endsWithNUL, filter), wanted, naive, "filtered")
    try compare(split(pieces(stream, seed), endsWithNUL, filter), wanted, naive, "filtered, cut")
  }

  private static func text(of name: [UInt8]) -> String {
    (try? name.withUnsafeBytes(Name.init(validating:)).text) ?? ""
  }

  private func split(
    _ pieces: [ArraySlice<UInt8>], _ endsWithNUL: Bool, _ filter: NameFilter?
  ) -> RowBatch {
    var splitter = LineSplitter(InputForm(endsWithNUL: endsWithNUL), input: nil, filter: filter)
    var lines = RowBatch()
    for piece in pieces {
      piece.withUnsafeBytes { splitter.add($0, into: &lines) }
    }
    splitter.finish(into: &lines)
    return lines
  }

  /// The stream in pieces; for the control, without pieces that are only line ends.
  private func pieces(_ stream: [UInt8], _ seed: UInt8) -> [ArraySlice<UInt8>] {
    let pieces = stream.cut(seed: seed)
    return isControl ? pieces.filter { $0 != [0x0A] } : pieces
  }

  private func compare(
    _ lines: RowBatch, _ names: [[UInt8]], _ naive: NaiveLines, _ kind: String
  ) throws {
    let found = (0..<lines.names.count).map { place in
      lines.names.withOriginal(at: place) { Array($0) }
    }
    try Fault.unless(found == names, "\(kind): \(found.map(\.shown)), not \(names.map(\.shown))")
    try Fault.unless(lines.count == naive.names.count, "\(kind): \(lines.count) names")
    try Fault.unless(
      lines.report == naive.report, "\(kind): \(lines.report), not \(naive.report)")
  }
}
