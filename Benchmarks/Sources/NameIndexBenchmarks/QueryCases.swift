import BenchmarkSupport
import NameSearch

/// The cases that search, with and without a word index.
enum QueryCases {
  private static let texts = ["a", "ma", "mari", "ma jo", "Ma"]

  static func all(_ list: NameList) -> [Benchmark] {
    texts.map { query($0, of: list.indexed, list, "query \($0)") }
      + texts.map { query($0, of: list.sorted, list, "scan \($0)") }
      + [narrowing(list), filter("mari", list)] + lines("mari", list)
  }

  private static func query(
    _ text: String, of index: NameIndex, _ list: NameList, _ name: String
  ) -> Benchmark {
    let query = NameQuery(text)
    return Benchmark(
      name: name,
      work: { keep(index.matches(query)) },
      baseline: baseline(text, list),
      check: { try compare(index.matches(query), with: text, in: list, name) })
  }

  private static func narrowing(_ list: NameList) -> Benchmark {
    let (before, query) = (NameQuery("mar"), NameQuery("mari"))
    let name = "scan mar → mari"
    let previous = list.sorted.matches(before) ?? RowSet(all: list.sorted.count)
    return Benchmark(
      name: name,
      work: { keep(list.sorted.matches(query, narrowing: (before, previous))) },
      baseline: baseline("mari", list),
      check: {
        let found = list.sorted.matches(query, narrowing: (before, previous))
        try compare(found, with: "mari", in: list, name)
      })
  }

  private static func filter(_ text: String, _ list: NameList) -> Benchmark {
    let filter = NameFilter(NameQuery(text))
    let rule = NaiveRule(text)
    let name = "filter \(text)"
    let matches = { list.batches.map { filter.matches(in: $0) } }
    return Benchmark(
      name: name,
      work: { keep(matches()) },
      baseline: baseline(text, list),
      check: {
        let found = matches().flatMap { batch in (0..<batch.count).map { batch[$0].text } }
        let expected = list.arrived.filter { $0.isPlain && rule.accepts($0) }
        try expect(found.filter(\.isPlain) == expected, name)
      })
  }

  /// The filter over a text as it lies in a file, where all names are plain.
  private static func lines(_ query: String, _ list: NameList) -> [Benchmark] {
    let text = Array("\n\(list.arrived.joined(separator: "\n"))\n".utf8)
    let plain = text.dropFirst().withUnsafeBytes { NameFilter.plainLineCount(of: $0) }
    guard plain == list.arrived.count else { return [] }
    let filter = NameFilter(NameQuery(query))
    let rule = NaiveRule(query)
    let matches = {
      var found: [Range<Int>] = []
      text.withUnsafeBytes { text in
        filter.forEachMatch(in: 1..<text.count, ofPlain: text) { found.append($0) }
      }
      return found
    }
    let name = "filter lines \(query)"
    let benchmark = Benchmark(
      name: name,
      work: { keep(matches()) },
      baseline: baseline(query, list),
      check: {
        let found = matches().map { String(decoding: text[$0], as: UTF8.self) }
        try expect(found == list.arrived.filter(rule.accepts), name)
      })
    return [benchmark]
  }

  private static func baseline(_ text: String, _ list: NameList) -> Benchmark.Baseline {
    let rule = NaiveRule(text)
    return .init(name: "filter of Strings") { keep(rule.places(in: list.names)) }
  }

  /// Ends the run unless the naive rule finds the same among the names it can tell about.
  private static func compare(
    _ rows: RowSet?, with text: String, in list: NameList, _ benchmark: String
  ) throws {
    let rule = NaiveRule(text)
    let expected = list.names.indices.filter {
      list.names[$0].isPlain && rule.accepts(list.names[$0])
    }
    let found = rows?.map(\.offset).filter { list.names[$0].isPlain }
    try expect(found == expected, benchmark)
  }
}
