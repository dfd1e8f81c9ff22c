import Synchronization

/// An inverted index: the terms of a table's names, and the rows of each term.
///
/// A term goes from the start of a word to the next character that is not a letter, digit or mark,
/// without that character if it is ASCII: "O'Brien-db07" has the terms `O`, `Brien`, `db07` and
/// `07`. Terms are sorted: a binary search finds those that begin with a word of a query. If the
/// word goes on behind a term, as `o'b` does, the rows of the term have to be checked.
///
/// Takes 4 bytes for each term of each name, and for each different term its text and 8 bytes.
struct WordIndex: Sendable {
  /// The terms of ASCII names as written, for each range of rows that one processor collected.
  let plain: [Postings]

  /// The terms of the other names, folded.
  let exotic: Postings

  /// A bit for each row with words that are not terms; empty if there is no such row.
  let irregular: Column<UInt64>

  /// The rows for one word of a query.
  struct Answer {
    var sure: [UInt64]

    /// Rows that must be checked; `nil` for none.
    var unsure: [UInt64]?
  }

  /// - Complexity: O(*b*) for *b* bytes of names, and sorting the different terms.
  init?(_ table: NameTable, isCancelled: @escaping @Sendable () -> Bool) {
    let stretches = Self.stretches(of: table.count)
    let gathered = Mutex(
      [(postings: Postings, irregular: [Int])?](
        repeating: nil, count: stretches.count + 1))
    // Names that are not ASCII come first, because one processor takes all of them.
    concurrentForEach(stretches.count + 1) { number in
      let terms =
        number == 0
        ? Postings.exotic(of: table, isCancelled: isCancelled)
        : Postings.plain(rows: stretches[number - 1], of: table, isCancelled: isCancelled)
      gathered.withLock { $0[number] = terms }
    }
    let all = gathered.withLock { $0.compactMap(\.self) }
    guard all.count == stretches.count + 1 else { return nil }
    let (exotic, plain) = (all[0], all[1...])
    let irregular = plain.flatMap(\.irregular) + exotic.irregular
    self.plain = plain.map(\.postings)
    self.exotic = exotic.postings
    self.irregular = Column(
      irregular.isEmpty
        ? [] : irregular.reduce(into: [UInt64].allZeros(table.count)) { $0.insert($1) })
  }

  init(plain: [Postings], exotic: Postings, irregular: Column<UInt64>) {
    self.plain = plain
    self.exotic = exotic
    self.irregular = irregular
  }

  /// A range for each of two processors; with more ranges, queries would have to search more places.
  private static func stretches(of count: Int) -> [Range<Int>] {
    guard count >= 1 << 17 else { return [0..<count] }
    return [0..<(count / 2), (count / 2)..<count]
  }

  /// - Complexity: O(log *t* + *p* + *n*/64) for *t* terms, *p* occurrences of those found and *n* rows.
  func rows(with needle: Needle, rowCount: Int) -> Answer {
    var answer = Answer(sure: .allZeros(rowCount))
    findPlain(needle, &answer)
    if !irregular.isEmpty { answer.doubt(irregular) }
    guard !exotic.isEmpty else { return answer }
    let found = exotic.terms(beginningWith: needle.folded)
    if needle.isDetailed {
      answer.doubt(found, of: exotic)
    } else {
      exotic.insertRows(of: found, into: &answer.sure)
    }
    for length in Term.lengths(beginning: needle.folded) {
      answer.doubt(exotic.terms(equalTo: needle.folded.prefix(length)), of: exotic)
    }
    return answer
  }

  private func findPlain(_ needle: Needle, _ answer: inout Answer) {
    let wanted = needle.isDetailed ? needle.detailed : needle.folded
    guard wanted.allSatisfy({ $0 < 0x80 }) else { return }
    let countsCase = needle.isDetailed && !needle.rule.contains(.ignoresCase)
    let lengths = Term.lengths(beginning: needle.folded)
    for plain in plain where !plain.isEmpty {
      let found = plain.terms(beginningWith: needle.folded)
      if countsCase {
        for term in found where plain.begins(term, with: wanted) {
          plain.insertRows(of: term..<(term + 1), into: &answer.sure)
        }
      } else {
        plain.insertRows(of: found, into: &answer.sure)
      }
      for length in lengths {
        answer.doubt(plain.terms(equalTo: needle.folded.prefix(length)), of: plain)
      }
    }
  }
}

extension WordIndex.Answer {
  /// Adds the rows of some terms to the rows that must be checked.
  fileprivate mutating func doubt(_ terms: Range<Int>, of postings: Postings) {
    guard !terms.isEmpty else { return }
    var rows = unsure ?? Array(repeating: 0, count: sure.count)
    postings.insertRows(of: terms, into: &rows)
    unsure = rows
  }

  fileprivate mutating func doubt(_ rows: Column<UInt64>) {
    var all = unsure ?? Array(repeating: 0, count: sure.count)
    all.formUnion(rows)
    unsure = all
  }
}

/// The pieces a name is cut into for the word index.
enum Term {
  /// Whether a byte belongs to a word: an ASCII letter or digit, or any byte that is not ASCII.
  @inline(__always)
  static func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80
  }

  /// The bytes from the start of a word on, without the byte that ends the piece.
  @inline(__always)
  static func trimmed(_ piece: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard piece.count > 1, !isWordByte(piece[piece.count - 1]) else { return piece }
    return UnsafeRawBufferPointer(rebasing: piece[..<(piece.count - 1)])
  }

  /// Whether the end of a word is clear, because the piece does not end with a letter, digit or mark.
  static func showsEnd(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard let last = piece.last else { return true }
    if last < 0x80 { return !isWordByte(last) }
    return !endsWithWordCharacter(piece[...])
  }

  /// The possible lengths of a term, if a folded word of a query begins with it and continues after it.
  static func lengths(beginning word: [UInt8]) -> [Int] {
    (1..<max(word.count, 1)).filter { length in
      if word[length] < 0x80, !isWordByte(word[length]) { return true }
      let last = word[length - 1]
      if last < 0x80 { return length == 1 && !isWordByte(last) }
      let isWhole = word[length] & 0xC0 != 0x80
      return isWhole && word.withUnsafeBytes { !endsWithWordCharacter($0[..<length]) }
    }
  }

  private static func endsWithWordCharacter(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let start = text.lastIndex { $0 & 0xC0 != 0x80 } ?? text.startIndex
    let last = String(decoding: text[start...], as: UTF8.self).unicodeScalars.last
    switch last?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .uppercaseLetter, .lowercaseLetter,
      .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default:
      return false
    }
  }
}
