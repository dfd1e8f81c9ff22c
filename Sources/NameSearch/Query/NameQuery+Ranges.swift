import CUnicode

extension NameQuery {
  /// The parts of a name that words of the query match, for highlighting.
  ///
  /// Every part that contains a word of the query counts. Parts consist of whole characters:
  /// `stras` matches `Straß` in `Straße`. Excluded words have no parts.
  ///
  /// - Returns: Ranges of `name.original`, ascending and apart from each other. Empty if the query
  ///   is empty or the name does not match.
  /// - Complexity: O(*q* · *n* log *n*) for *q* words and *n* bytes; meant for the visible rows.
  public func matchedRanges(in name: Name) -> [Range<String.Index>] {
    matchedRanges(in: [name.original])[0]
  }

  /// The parts of a name and of its detail that words of the query match, if it looks in both.
  ///
  /// - Returns: Ranges of `name.original` and of `detail`, as for a name alone.
  public func matchedRanges(
    in name: Name, detail: String
  ) -> (name: [Range<String.Index>], detail: [Range<String.Index>]) {
    if !looksInDetails { return (matchedRanges(in: name), []) }
    let ranges = matchedRanges(in: [name.original, detail])
    return (ranges[0], ranges[1])
  }

  /// The parts of several texts of a row, if they match together; else empty.
  private func matchedRanges(in texts: [String]) -> [[Range<String.Index>]] {
    let nothing = texts.map { _ in [Range<String.Index>]() }
    guard !isEmpty else { return nothing }
    var parts = texts.map { _ in [Range<Int>]() }
    for (rule, needles) in Dictionary(grouping: needles, by: \.rule) {
      var words = texts.map { FoldedWords($0, rule) }
      for needle in needles {
        let found = words.indices.map { place in
          needle.isOfNamesOnly && place > 0 ? [] : words[place].parts(with: needle)
        }
        guard found.allSatisfy(\.isEmpty) == needle.isExcluded else { return nothing }
        for (place, more) in found.enumerated() { parts[place] += more }
      }
    }
    return zip(texts, parts).map { text, parts in
      Self.united(parts).map { part in
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: part.lowerBound)
        return start..<utf8.index(start, offsetBy: part.count)
      }
    }
  }

  private static func united(_ parts: [Range<Int>]) -> [Range<Int>] {
    var united: [Range<Int>] = []
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = united.last, part.lowerBound <= last.upperBound {
        let end = max(last.upperBound, part.upperBound)
        united[united.count - 1] = last.lowerBound..<end
      } else {
        united.append(part)
      }
    }
    return united
  }
}

/// A text folded word by word, so that offsets in the folded text can be mapped back.
private struct FoldedWords {
  private let utf8: [UInt8]
  private let rule: FoldedText.Rule

  private var starts: [Int] = [0]

  private var foldedStarts: [Int] = []

  private var folded: [UInt8] = []

  /// The offsets of the text's characters, and its end.
  private let borders: [Int]

  /// The starts of pieces of the text and of their folded forms; made when first needed.
  private var pieces: [(start: Int, foldedStart: Int)] = []

  init(_ text: String, _ rule: FoldedText.Rule) {
    utf8 = Array(text.utf8)
    self.rule = rule
    borders = text.reduce(into: [0]) { borders, character in
      borders.append(borders[borders.count - 1] + character.utf8.count)
    }
    var start = 0
    while start < utf8.count {
      foldedStarts.append(folded.count)
      let end = endOfWord(from: start)
      folded += fold(start..<end)
      start = end
      if start < utf8.count { starts.append(start) }
    }
  }

  /// The parts of the text, in whole characters, that contain `needle`.
  mutating func parts(with needle: Needle) -> [Range<Int>] {
    let places: [Int]
    if needle.place == .word {
      places = folded.withUnsafeBytes { folded in
        foldedStarts.filter { needle.begins(UnsafeRawBufferPointer(rebasing: folded[$0...])) }
      }
    } else {
      places = folded.withUnsafeBytes { needle.places(in: $0) }
    }
    if !places.isEmpty, pieces.isEmpty { pieces = allPieces() }
    return places.map { place in
      let start = pieces[piece(at: place)].start
      let next = piece(at: place + needle.detailed.count - 1) + 1
      let end = next < pieces.count ? pieces[next].start : utf8.count
      return borders[
        borders.partitionPoint { $0 > start } - 1]..<borders[borders.partitionPoint { $0 >= end }]
    }
  }

  /// Reads only as far as needed, because there may be thousands of words.
  private func endOfWord(from start: Int) -> Int {
    var reach = 64
    while true {
      let end = min(start + reach, utf8.count)
      let next = utf8[start..<end].withUnsafeBufferPointer { text in
        var count: Int32 = 0
        return start + Int(cunicode_word_start(text.baseAddress, Int32(text.count), 1, &count))
      }
      // The last character may have been cut; its kind is then unknown.
      if next < end - 4 || end == utf8.count { return next }
      reach *= 2
    }
  }

  private func fold(_ range: Range<Int>) -> [UInt8] {
    utf8[range].withUnsafeBytes { FoldedText($0, rule).bytes }
  }

  /// The last piece that starts at an offset of the folded text or before.
  private func piece(at offset: Int) -> Int {
    pieces.partitionPoint { $0.foldedStart > offset } - 1
  }

  /// The text in pieces, each within one character and one word.
  private func allPieces() -> [(start: Int, foldedStart: Int)] {
    var pieces: [(start: Int, foldedStart: Int)] = []
    for (number, start) in starts.enumerated() {
      let isLast = number + 1 == starts.count
      let end = isLast ? utf8.count : starts[number + 1]
      let foldedEnd = isLast ? folded.count : foldedStarts[number + 1]
      var foldedStart = foldedStarts[number]
      var cuts = [start]
      cuts += borders[borders.partitionPoint { $0 > start }..<borders.partitionPoint { $0 >= end }]
      for (cut, next) in zip(cuts, cuts.dropFirst() + [end]) {
        pieces.append((cut, foldedStart))
        // Characters that combine when marks are removed are shorter when they are folded together.
        foldedStart = min(foldedStart + fold(cut..<next).count, foldedEnd)
      }
    }
    return pieces
  }
}
