import CUnicode

extension NameQuery {
  /// The parts of a name that words of the query match, for highlighting.
  ///
  /// Every word of the name that begins with a word of the query counts. Parts are made of whole
  /// characters: `stras` matches `Straß` in `Straße`.
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

  /// The parts of some texts, together; empty unless each word is found in one of them.
  private func matchedRanges(in texts: [String]) -> [[Range<String.Index>]] {
    let nothing = texts.map { _ in [Range<String.Index>]() }
    guard !isEmpty else { return nothing }
    var parts = texts.map { _ in [Range<Int>]() }
    for (rule, needles) in Dictionary(grouping: needles, by: \.rule) {
      let words = texts.map { FoldedWords($0, rule) }
      for needle in needles {
        let found = words.map { $0.parts(startingWith: needle) }
        if found.allSatisfy(\.isEmpty) { return nothing }
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

  /// The parts of the text, in whole characters, that `needle` matches.
  func parts(startingWith needle: Needle) -> [Range<Int>] {
    starts.indices.compactMap { word in
      let start = foldedStarts[word]
      let end = start + needle.detailed.count
      guard folded[start...].starts(with: needle.detailed) else { return nil }
      guard rule.contains(.ignoresMarks) || isBorder(end) else { return nil }
      return borderBefore(starts[word])..<placeInText(of: end)
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

  private func isBorder(_ place: Int) -> Bool {
    folded.withUnsafeBytes { $0.isBorder(at: place) }
  }

  private func borderBefore(_ place: Int) -> Int {
    borders[borders.partitionPoint { $0 > place } - 1]
  }

  /// The first end of a character up to which the text folds to `end` bytes or more.
  private func placeInText(of end: Int) -> Int {
    let word = max(foldedStarts.partitionPoint { $0 >= end } - 1, 0)
    let wanted = end - foldedStarts[word]
    // Longer text never folds to fewer bytes.
    let last = borders[borders.partitionPoint { $0 > starts[word] }...]
      .partitionPoint { fold(starts[word]..<$0).count >= wanted }
    return last < borders.endIndex ? borders[last] : utf8.count
  }
}
