import LibraryTestSupport

@testable import NameSearch

/// Questions for two indexes that should have the same answers.
struct SnapshotQuestions {
  /// Names that the index has, and some that it does not have.
  let names: [Name]
  let queries: [NameQuery]

  init(about names: [Name], nameCount: Int, queryCount: Int, using random: inout SeededGenerator) {
    var asked = (0..<nameCount).compactMap { _ in names.randomElement(using: &random) }
    asked += SampleText.names(nameCount / 4, using: &random)
    var queries = [NameQuery("")]
    for _ in 0..<queryCount {
      let text = SampleText.typedQuery(for: names, using: &random)
      for match in NameQuery.MatchRule.allCases {
        for sensitivity in NameQuery.Sensitivity.allCases {
          queries.append(NameQuery(text, match: match, sensitivity: sensitivity))
        }
      }
    }
    self.names = asked
    self.queries = queries
  }
}

/// The description of an index, and its answers to some questions.
struct SnapshotAnswers: Equatable {
  let counts: [Int]
  let names: [[[UInt8]]]
  let details: [[String?]]
  let sections: [IndexSection]
  let sectionsOfRows: [Int]
  let rows: [NameRow?]
  let rowsCalled: [[NameRow]]
  let rowsOfNames: RowSet
  let matches: [RowSet?]
  let nearest: [Int?]

  init(of index: NameIndex, to questions: SnapshotQuestions) {
    counts = [
      index.count, index.duplicateCount, index.meanNameLength, index.hasWordIndex ? 1 : 0,
    ]
    names = (0..<index.count).map { row in
      let name = index.name(at: NameRow(row))
      let original = index.withOriginal(at: NameRow(row)) { Array($0) }
      return [name.text, name.original, name.sourceID ?? ""].map { Array($0.utf8) } + [original]
    }
    details = (0..<index.count).map {
      [index.detail(at: NameRow($0)), index.value(at: NameRow($0))]
    }
    sections = index.sections
    sectionsOfRows = (0..<index.count).map { index.section(of: NameRow($0)) }
    rows = questions.names.map { index.row(of: $0) }
    rowsCalled = questions.names.map { index.rows(called: $0) }
    rowsOfNames = index.rows(of: questions.names)
    matches = questions.queries.map { index.matches($0) }
    nearest = questions.queries.map { query in
      let rows = index.matches(query) ?? RowSet(rowCount: index.count)
      return NameMatches(index: index, rows: rows, query: query).section(nearestTo: query.text)
    }
  }
}

extension SampleText {
  /// Names of all kinds: some with a source ID, some equal, and plain ones in between.
  static func rows(_ count: Int, using random: inout SeededGenerator) -> [Name] {
    names(count, using: &random).map { name in
      switch Int.random(in: 0..<6, using: &random) {
      case 0: (try? name.known(by: "\(Int.random(in: 0..<50, using: &random))", in: "s")) ?? name
      case 1: (try? Name("Arya \(Int.random(in: 0..<count, using: &random))")) ?? name
      default: name
      }
    }
  }
}

extension RowSet {
  /// True for about one row of `share`.
  static func random(
    of index: NameIndex, oneIn share: Int, using random: inout SeededGenerator
  ) -> RowSet {
    let rows = (0..<index.count).filter { _ in Int.random(in: 0..<share, using: &random) == 0 }
    return RowSet(rowCount: index.count, rows.map { NameRow($0) })
  }
}
