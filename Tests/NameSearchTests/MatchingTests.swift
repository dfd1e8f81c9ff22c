import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

final class MatchingTests {
  private struct Folding: Hashable {
    let text: String
    let rule: FoldedText.Rule.RawValue
  }

  // Each name is asked for hundreds of times.
  private var suffixes: [Folding: [[UInt8]]] = [:]

  /// The rule read aloud: some suffix of the name that begins at a word begins with the word.
  private func isFound(_ wanted: [UInt8], in name: Name, _ rule: FoldedText.Rule) -> Bool {
    foldedSuffixes(of: name, rule).contains { text in
      guard text.starts(with: wanted) else { return false }
      return rule.contains(.ignoresMarks) || text.withUnsafeBytes { $0.isBorder(at: wanted.count) }
    }
  }

  /// What begins at each word of a name.
  private func foldedSuffixes(of name: Name, _ rule: FoldedText.Rule) -> [[UInt8]] {
    let key = Folding(text: name.text, rule: rule.rawValue)
    if let known = suffixes[key] { return known }
    let scalars = Array(name.text.unicodeScalars)
    let folded = wordStarts(scalars).map { start in
      var suffix = String.UnicodeScalarView()
      suffix.append(contentsOf: scalars[start...])
      return fold(String(suffix), rule)
    }
    suffixes[key] = folded
    return folded
  }

  private func fold(_ text: String, _ rule: FoldedText.Rule) -> [UInt8] {
    Array(text.utf8).withUnsafeBytes { FoldedText($0, rule).bytes }
  }

  private func wordStarts(_ scalars: [Unicode.Scalar]) -> [Int] {
    var starts = [0]
    var isInWord = true
    for (place, scalar) in scalars.enumerated() {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark:
        continue
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber:
        if !isInWord, place > 0 { starts.append(place) }
        isInWord = true
      default:
        if !isInWord, place > 0 { starts.append(place) }
        isInWord = false
      }
    }
    return starts
  }

  private func rule(
    for word: String, _ sensitivity: NameQuery.Sensitivity
  ) -> FoldedText.Rule {
    switch sensitivity {
    case .ignore: return [.ignoresCase, .ignoresMarks]
    case .exact: return []
    case .smart:
      let hasCapital = word.unicodeScalars.contains {
        $0.properties.isUppercase || $0.properties.generalCategory == .titlecaseLetter
      }
      let hasAccent = fold(word, .ignoresCase) != fold(word, [.ignoresCase, .ignoresMarks])
      var rule: FoldedText.Rule = []
      if !hasCapital { rule.insert(.ignoresCase) }
      if !hasAccent { rule.insert(.ignoresMarks) }
      return rule
    }
  }

  private func names(of index: NameIndex) -> [Name] {
    (0..<index.count).map { index.name(at: NameRow($0)) }
  }

  private func naive(_ query: NameQuery, _ names: [Name]) -> [Int] {
    var words: [String]
    switch query.match {
    case .words:
      words = query.text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
    case .phrase:
      let scalars = Array(query.text.unicodeScalars)
      let inner = scalars.indices.filter { !scalars[$0].properties.isWhitespace }
      var phrase = String.UnicodeScalarView()
      if let first = inner.first, let last = inner.last {
        phrase.append(contentsOf: scalars[first...last])
      }
      words = [String(phrase)].filter { !$0.isEmpty }
    }
    let rules = words.map { rule(for: $0, query.sensitivity) }
    let wanted = zip(words, rules).map { (word: fold($0, $1), rule: $1) }
    return names.indices.filter { row in
      wanted.allSatisfy { isFound($0.word, in: names[row], $0.rule) }
    }
  }

  /// Indexes as they are found on the way: without and with a word index, and with names that came and
  /// went since it was made.
  private func variants(of names: [Name]) -> [(kind: String, index: NameIndex)] {
    let empty = NameIndex(order: NameOrder(sections: .none))
    let scanned = empty.adding(NameBatch(names))
    let older = empty.adding(NameBatch(names.dropLast(25)))
    let changed = (older.indexingWords() ?? older).adding(NameBatch(names.suffix(25)))
    let gone = stride(from: 0, to: names.count, by: 20).map { names[$0] }
    return [
      ("scanned", scanned), ("indexed", scanned.indexingWords() ?? empty), ("grown", changed),
      ("shrunk", changed.removing(gone)),
    ]
  }

  @Test(arguments: UInt64(0)..<30)
  func matchesAreThoseOfTheRuleReadAloud(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = SampleText.names(150, using: &random)
    let indexes = variants(of: names)
    let namesOfIndexes = indexes.map { self.names(of: $0.index) }
    for _ in 0..<40 {
      var text = SampleText.query(for: names, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        text += " " + SampleText.query(for: names, using: &random)
      }
      for sensitivity in [NameQuery.Sensitivity.smart, .ignore, .exact] {
        let match: NameQuery.MatchRule = Bool.random(using: &random) ? .words : .phrase
        let query = NameQuery(text, match: match, sensitivity: sensitivity)
        for ((kind, index), names) in zip(indexes, namesOfIndexes) {
          let found = index.matches(query)?.map(\.offset)
          let expected = naive(query, names)
          #expect(
            found == expected,
            "\(kind) \(text.unicodeScalars.map { String($0.value, radix: 16) }) \(match) \(sensitivity)"
          )
        }
      }
    }
  }

  @Test(arguments: UInt64(0)..<12)
  func matchesAreRightAtEveryStepOfLoading(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = SampleText.names(500, using: &random)
    let order = NameOrder(localeIdentifier: "sv", sections: seed % 2 == 0 ? .alphabet : .none)
    var index = NameIndex(order: order)
    var rest = names[...]
    // Sizes as they come while loading, so that lists are put together anew or left as they are.
    while !rest.isEmpty {
      let size = Int.random(
        in: 1...max(index.count / Int.random(in: 1...8, using: &random), 1), using: &random)
      index = index.adding([NameBatch(rest.prefix(size)), NameBatch(rest.prefix(3))])
      rest = rest.dropFirst(size)
      if Int.random(in: 0..<3, using: &random) == 0 { index = index.indexingWords() ?? index }
      if Int.random(in: 0..<4, using: &random) == 0, let gone = names.randomElement(using: &random)
      {
        index = index.removing([gone])
      }
      let text = SampleText.query(for: names, using: &random)
      let present = self.names(of: index)
      for sensitivity in [NameQuery.Sensitivity.smart, .ignore, .exact] {
        let query = NameQuery(text, sensitivity: sensitivity)
        #expect(
          index.matches(query)?.map(\.offset) == naive(query, present), "\(text) \(sensitivity)")
      }
      let sections = NameMatches(index: index, rows: RowSet(all: index.count), query: NameQuery(""))
      #expect(sections.sections.map(\.count) == index.sections.map(\.rows.count))
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func narrowingChangesNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = SampleText.names(200, using: &random)
    let sensitivity = [NameQuery.Sensitivity.smart, .ignore, .exact][Int(seed % 3)]
    let indexes = variants(of: names)
    for round in 0..<20 {
      let index = indexes[round % indexes.count].index
      var typed = ""
      var previous: (query: NameQuery, rows: RowSet)?
      for scalar in SampleText.query(for: names, using: &random).unicodeScalars {
        typed.unicodeScalars.append(scalar)
        let query = NameQuery(typed, sensitivity: sensitivity)
        let fresh = index.matches(query)
        #expect(index.matches(query, narrowing: previous) == fresh)
        previous = fresh.map { (query, $0) }
      }
    }
  }

  @Test func rowsTakenOutAtTheEndMatchNothing() throws {
    let names = try (10..<100).map { try Name("a \($0)") }
    let index = NameIndex(order: NameOrder(sections: .none)).adding(NameBatch(names))
    let fewer = index.removing(names.suffix(3))
    #expect(fewer.matches(NameQuery("a")) == RowSet(all: 87))
    #expect(fewer.matches(NameQuery("9"))?.map(\.offset) == Array(80..<87))
  }

  @Test func matchesOfAQueryThatIsNotWiderAreNotUsed() throws {
    let index = try NameIndex(["a", "ab", "b"])
    let query = NameQuery("ab")
    let rows = RowSet(rowCount: 3, [NameRow(1)])
    let wider = index.matches(NameQuery("a"), narrowing: (query, rows))
    #expect(wider?.map(\.offset) == [0, 1])
    let foreign = index.matches(NameQuery("ab"), narrowing: (query, RowSet(rowCount: 9)))
    #expect(foreign?.map(\.offset) == [1])
    #expect(index.matches(query, narrowing: (query, rows)) == rows)
  }

  @Test func aCancelledSearchHasNoAnswer() throws {
    let index = try NameIndex(["a", "b"])
    #expect(index.matches(NameQuery("a"), isCancelled: { true }) == nil)
    #expect(index.matches(NameQuery(""), isCancelled: { true })?.count == 2)
    var questions = 0
    let names = try (0..<40_000).map { try Name("a a\($0)") }
    let large = NameIndex(order: NameOrder(sections: .none)).adding(NameBatch(names))
    let rows = large.matches(NameQuery("a")) {
      questions += 1
      return questions > 1
    }
    #expect(rows == nil)
    #expect(questions == 2)
  }

  @Test func aNameOfManyWordsIsComparedInDetailOnlyOnce() throws {
    // Quadratic, were it not: some 2,000 words, each as long as the rest of the name.
    let words = String(repeating: "é ", count: 1364)
    let index = try NameIndex((0..<50).map { words + "\($0 % 10)\($0 / 10)" })
    #expect(index.texts(matching: NameQuery("E")).isEmpty)
    #expect(index.texts(matching: NameQuery("e")).count == 50)
  }
}
