import BenchmarkSupport
import NameSearch

/// The cases that read what was found: sections, rows, positions, names.
enum RowCases {
  private static let operations = 1_000

  static func all(_ list: NameList) -> [Benchmark] {
    let query = NameQuery("a")
    let rows = list.indexed.matches(query) ?? RowSet(all: list.indexed.count)
    let matches = NameMatches(index: list.indexed, rows: rows, query: query)
    var random = Sequence64(seed: 6)
    let all = (0..<operations).map { _ in Int.random(in: list.names.indices, using: &random) }
    let sections = [sections(matches)]
    let names = [name(all, list), row(all, list)]
    guard !rows.isEmpty else { return sections + names }
    let places = all.map { $0 % rows.count }
    return sections + [row(places, of: matches), position(places, of: matches)] + names
  }

  private static func sections(_ matches: NameMatches) -> Benchmark {
    let (index, rows) = (matches.index, matches.rows)
    let name = "section counts"
    let counted = {
      rows.reduce(into: [Int](repeating: 0, count: index.sections.count)) { counts, row in
        counts[index.section(of: row)] += 1
      }
    }
    return Benchmark(
      name: name,
      work: { keep(NameMatches(index: index, rows: rows, query: matches.query)) },
      baseline: .init(name: "each row's section") { keep(counted()) },
      check: {
        let naive = zip(index.sections, counted()).filter { $0.1 > 0 }
        try expect(matches.sections.map(\.title) == naive.map(\.0.title), name)
        try expect(matches.sections.map(\.count) == naive.map(\.1), name)
      })
  }

  private static func row(_ places: [Int], of matches: NameMatches) -> Benchmark {
    let name = "row at a place"
    let rows = Array(matches.rows)
    return Benchmark(
      name: name, operations: operations,
      work: { for place in places { keep(matches.row(at: place)) } },
      baseline: .init(name: "Array of all matches") {
        for place in places { keep(rows[place]) }
      },
      check: { try expect(places.allSatisfy { matches.row(at: $0) == rows[$0] }, name) })
  }

  private static func position(_ places: [Int], of matches: NameMatches) -> Benchmark {
    let name = "position of a row"
    let rows = Array(matches.rows)
    return Benchmark(
      name: name, operations: operations,
      work: { for place in places { keep(matches.position(of: rows[place])) } },
      baseline: .init(name: "Array, binary search") {
        for place in places { keep(rows.firstPlace { $0 >= rows[place] }) }
      },
      check: {
        let all = matches.sections.indices.flatMap { section in
          (0..<matches.sections[section].count).map {
            NameMatches.Position(section: section, item: $0)
          }
        }
        try expect(all.count == rows.count, name)
        try expect(places.allSatisfy { matches.position(of: rows[$0]) == all[$0] }, name)
      })
  }

  private static func name(_ offsets: [Int], _ list: NameList) -> Benchmark {
    let (index, names) = (list.indexed, list.names)
    let name = "name of a row"
    return Benchmark(
      name: name, operations: operations,
      work: { for offset in offsets { keep(index.name(at: NameRow(offset))) } },
      baseline: .init(name: "Array of Strings") {
        for offset in offsets { keep(names[offset]) }
      },
      check: {
        // By way of the bytes, which take another way out of the index.
        for offset in offsets {
          let bytes = index.withOriginal(at: NameRow(offset)) {
            String(decoding: $0, as: UTF8.self)
          }
          try expect(index.name(at: NameRow(offset)).original == bytes, name)
        }
      })
  }

  private static func row(_ offsets: [Int], _ list: NameList) -> Benchmark {
    let index = list.indexed
    let sought = offsets.map { index.name(at: NameRow($0)) }
    let rows = Dictionary(uniqueKeysWithValues: zip(list.names, 0...))
    let name = "row of a name"
    return Benchmark(
      name: name, operations: operations,
      work: { for name in sought { keep(index.row(of: name)) } },
      baseline: .init(name: "Dictionary of Strings") {
        for name in sought { keep(rows[name.text]) }
      },
      check: {
        try expect(sought.allSatisfy { index.row(of: $0)?.offset == rows[$0.text] }, name)
      })
  }
}
