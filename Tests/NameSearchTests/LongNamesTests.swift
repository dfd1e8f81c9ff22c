import LibraryTestSupport
import Synchronization
import TestSupport
import Testing

@testable import NameSearch

/// The cost of names that were made to be expensive.
struct LongNamesTests {
  // MARK: A common beginning

  /// Texts that share their first `length` bytes, in random order.
  private func texts(_ count: Int, alikeFor length: Int) -> [[UInt8]] {
    var random = SeededGenerator(seed: 3)
    let beginning = (0..<length).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
    return (0..<count).shuffled(using: &random).map { beginning + Array("\($0)".utf8) }
  }

  @Test(arguments: [0, 15, 16, 63, 64, 65, 127, 128, 129, 1_000, 4_000])
  func keysWithEqualBeginningsAreMadeFewTimes(length: Int) {
    let texts = texts(200, alikeFor: length)
    let made = Mutex(0)
    @Sendable func key(of record: KeySort.Record, from offset: Int, count: Int) -> [UInt8] {
      let text = texts[Int(record.place)]
      // A key is made from its beginning, whichever part is wanted.
      made.withLock { $0 += min(offset + count, text.count) }
      return Array((text.dropFirst(offset) + repeatElement(0, count: count)).prefix(count))
    }
    @Sendable func part(_ record: KeySort.Record, _ offset: Int) -> KeyPart {
      key(of: record, from: offset, count: KeyPart.byteCount).withUnsafeBytes {
        KeyPart($0, from: 0)
      }
    }
    var records = texts.indices.map { number in
      let record = KeySort.Record(
        part: KeyPart(high: 0, low: 0), source: 0, place: UInt32(number))
      return KeySort.Record(part: part(record, 0), source: 0, place: record.place)
    }
    let sort = KeySort(
      part: part,
      stretch: { record, offset, bytes in
        bytes.copyBytes(from: key(of: record, from: offset, count: bytes.count))
      },
      settleTies: { _ in })
    records.withUnsafeMutableBufferPointer { sort.sort($0) }
    let sorted = records.map { texts[Int($0.place)] }
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(made.withLock(\.self) <= texts.count * (4 * (length + 3) + 200))
  }

  @Test(arguments: [16, 64, 65, 500])
  func equalKeysAreSettledWhereverTheyEnd(length: Int) {
    let text = [UInt8](repeating: 0x61, count: length)
    let settled = Mutex(0)
    var records = (0..<3).map {
      KeySort.Record(part: text.withUnsafeBytes { KeyPart($0, from: 0) }, source: 0, place: $0)
    }
    let sort = KeySort(
      part: { _, offset in text.withUnsafeBytes { KeyPart($0, from: offset) } },
      stretch: { _, offset, bytes in
        let rest = text.dropFirst(offset) + repeatElement(0, count: bytes.count)
        bytes.copyBytes(from: rest.prefix(bytes.count))
      },
      settleTies: { ties in settled.withLock { $0 += ties.count } })
    records.withUnsafeMutableBufferPointer { sort.sort($0) }
    #expect(settled.withLock(\.self) == 3)
  }

  @Test(arguments: ["", "sv", "cs"])
  func longNamesWithEqualBeginningsAreInKeyOrder(locale: String) throws {
    var random = SeededGenerator(seed: 8)
    var batch = NameBatch()
    let beginnings = ["Alexandra ", "Ålesund chata "].map { String(repeating: $0, count: 60) }
    for number in 0..<300 {
      let beginning = String((beginnings.randomElement(using: &random) ?? "").prefix(500))
      let end = SampleText.text(upTo: 5, using: &random)
      if let name = try? Name("\(beginning)\(end)\(number)") { batch.append(name) }
    }
    let order = NameOrder(localeIdentifier: locale, sections: .none)
    let index = NameIndex(order: order).adding(batch)
    let keys = (0..<index.count).map { row in
      [UInt8](index.name(at: NameRow(row)).text.utf8).withUnsafeBytes {
        index.collation.key(of: $0) + [0] + [UInt8]($0)
      }
    }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test func onlyTheWantedPartOfAKeyIsMade() {
    let collation = Collation(localeIdentifier: "")
    collation.prepareForMany()
    let text = [UInt8](repeating: 0x61, count: 4_096)
    var key = [UInt8](repeating: 0, count: 16)
    let length = text.withUnsafeBytes { text in
      key.withUnsafeMutableBufferPointer { collation.writeKey(of: text, to: $0) }
    }
    // Making all of the key would show its length; at most one byte per letter is made.
    #expect(length > 3 * text.count)
    text.withUnsafeBytes { text in #expect(key == Array(collation.key(of: text).prefix(16))) }
  }

  // MARK: FlagGlyphs

  private static let marks: [Unicode.Scalar] = [
    "\u{301}", "\u{323}", "\u{327}", "\u{345}", "\u{5B0}", "\u{F71}", "\u{F74}", "\u{3099}",
    "\u{344}", "\u{F73}",
  ]

  /// A letter with this many combining marks in random order.
  private func flood(_ count: Int, _ random: inout SeededGenerator) -> [Unicode.Scalar] {
    ["a"] + (0..<count).map { _ in Self.marks.randomElement(using: &random) ?? "\u{301}" }
  }

  private func text(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// Sorts the marks of each character by combining class, and keeps the order of equal ones.
  ///
  /// This is how normal forms are defined.
  private func sorted(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var runs: [[Unicode.Scalar]] = [[]]
    for scalar in text(scalars).decomposed {
      if scalar.properties.canonicalCombiningClass == .notReordered { runs.append([]) }
      runs[runs.count - 1].append(scalar)
    }
    return runs.flatMap { run in
      run.enumerated().sorted {
        ($0.element.properties.canonicalCombiningClass.rawValue, $0.offset)
          < ($1.element.properties.canonicalCombiningClass.rawValue, $1.offset)
      }.map(\.element)
    }
  }

  @Test(arguments: [29, 30, 31, 32, 100, 900])
  func theOrderOfMarksDoesNotChangeAName(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for _ in 0..<20 {
      let scalars = flood(count, &random)
      let (given, ordered) = (try Name(text(scalars)), try Name(text(sorted(scalars))))
      #expect(given == ordered)
      #expect(given.text.utf8.elementsEqual(ordered.text.utf8))
      for rule in [[], .ignoresCase, .ignoresMarks, [.ignoresCase, .ignoresMarks]]
        as [FoldedText.Rule]
      {
        func fold(_ name: Name) -> [UInt8] {
          Array(name.text.utf8).withUnsafeBytes { FoldedText($0, rule).bytes }
        }
        #expect(fold(given) == fold(ordered))
      }
    }
  }

  /// Quadratic time would exceed the time limit.
  @Test(.timeLimit(.minutes(10)))
  func halfAMillionMarksAreFoldedAndWeighed() {
    var random = SeededGenerator(seed: 1)
    let bytes = Array(text(flood(500_000, &random)).utf8)
    bytes.withUnsafeBytes { bytes in
      let folded = FoldedText(bytes, [.ignoresCase, .ignoresMarks])
      #expect(folded.words == [0])
      #expect(!Collation(localeIdentifier: "").key(of: bytes).isEmpty)
    }
  }

  @Test func titlesOfNamesUnderManyMarksStayShort() {
    var random = SeededGenerator(seed: 2)
    var batch = NameBatch()
    for _ in 0..<20 {
      if let name = try? Name(text(flood(900, &random))) { batch.append(name) }
    }
    let index = NameIndex(order: NameOrder(sections: .firstLetter)).adding(batch)
    #expect(index.count == 20)
    #expect(index.sections.allSatisfy { $0.title.unicodeScalars.count <= 40 })
  }
}

extension String {
  /// The scalars in NFD, as far as the marks of this test need it.
  fileprivate var decomposed: [Unicode.Scalar] {
    unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
      switch scalar {
      case "\u{344}": ["\u{308}", "\u{301}"]
      case "\u{F73}": ["\u{F71}", "\u{F72}"]
      default: [scalar]
      }
    }
  }
}
