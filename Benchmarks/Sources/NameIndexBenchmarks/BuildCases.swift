import BenchmarkSupport
import NameSearch

/// The cases that make an index: checking, sorting, word index, collation.
enum BuildCases {
  static func all(_ list: NameList) -> [Benchmark] {
    var accented = NameMaker(seed: 5, accented: 0.2)
    let mixed = accented.names(min(list.names.count, 100_000))
    return [checking(list), sorting(list), wordIndex(list)]
      + ["", "sv_SE"].map { collating(mixed, locale: $0) }
  }

  private static func checking(_ list: NameList) -> Benchmark {
    let name = "check and gather"
    return Benchmark(
      name: name,
      work: { keep(NameList.batches(of: list.lines, in: list.text)) },
      baseline: .init(name: "a String of each line") {
        keep(list.lines.map { String(decoding: list.text[$0], as: UTF8.self) })
      },
      check: {
        let made = Set(list.lines.map { String(decoding: list.text[$0], as: UTF8.self) })
        try expect(list.arrived.allSatisfy(made.contains), name)
      })
  }

  private static func sorting(_ list: NameList) -> Benchmark {
    let empty = NameIndex(order: NameOrder())
    let keys = SortKeys(locale: "")
    let name = "index build"
    return Benchmark(
      name: name,
      work: { keep(empty.adding(list.batches)) },
      baseline: .init(name: "ICU sort keys, sort()") { keep(keys.sorted(list.arrived)) },
      check: { try keys.expectOrder(of: list.sorted, made: list.arrived, name) })
  }

  private static func wordIndex(_ list: NameList) -> Benchmark {
    let name = "word index build"
    return Benchmark(
      name: name,
      work: { keep(list.sorted.indexingWords()) },
      baseline: .init(name: "Dictionary of words") { keep(dictionary(of: list.names)) },
      check: {
        try expect(list.indexed.hasWordIndex && !list.sorted.hasWordIndex, name)
        // The queries are checked to the row; here many words are, for being found at all.
        let words = dictionary(of: list.names).filter(\.key.isPlain).sorted { $0.key < $1.key }
        for (word, rows) in words.enumerated().filter({ $0.offset % 97 == 0 }).map(\.element) {
          let found = list.indexed.matches(NameQuery(word, match: .phrase))
          try expect(
            found.map { rows.map { NameRow(Int($0)) }.allSatisfy($0.contains) } ?? false, name)
        }
      })
  }

  /// The rows each word between blanks is in.
  private static func dictionary(of names: [String]) -> [String: [Int32]] {
    var rows: [String: [Int32]] = [:]
    for (row, name) in names.enumerated() {
      for word in name.lowercased().split(separator: " ") {
        rows[String(word), default: []].append(Int32(row))
      }
    }
    return rows
  }

  private static func collating(_ texts: [String], locale: String) -> Benchmark {
    let text = Array(texts.joined(separator: "\n").utf8)
    let list = NameList(text)
    let empty = NameIndex(order: NameOrder(localeIdentifier: locale, sections: .none))
    let keys = SortKeys(locale: locale)
    let name = "collation \(locale.isEmpty ? "root" : locale), \(list.arrived.count)"
    return Benchmark(
      name: name,
      work: { keep(empty.adding(list.batches)) },
      baseline: .init(name: "ICU sort keys, sort()") { keep(keys.sorted(list.arrived)) },
      check: {
        let expected = keys.sorted(Array(Set(list.arrived)))
        try expect(empty.adding(list.batches).texts == expected, name)
      })
  }
}

extension String {
  /// Whether the naive rule is the whole rule for this name.
  var isPlain: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
