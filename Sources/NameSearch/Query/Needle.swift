/// One word of a query, prepared for the search.
struct Needle: Hashable, Sendable {
  /// The longest word to search for, in bytes; no name is that long in any normal form.
  static let maximumBytes = 4 * Name.maximumBytes

  /// The word without case and marks; every match contains it.
  let folded: [UInt8]

  /// The differences that the exact comparison ignores.
  let rule: FoldedText.Rule

  /// The word folded by `rule`.
  let detailed: [UInt8]

  /// Whether a match of `folded` must also be compared exactly.
  let isDetailed: Bool

  /// The place in a name where the word must be.
  let place: QueryWord.Place

  /// Whether the name ends with it; never for the place `word`.
  let endsName: Bool

  /// Whether names with the word are excluded.
  let isExcluded: Bool

  /// A word that no name contains.
  static let impossible = Needle(impossibleIsExcluded: false)

  private init(impossibleIsExcluded isExcluded: Bool) {
    folded = [0xFE]  // in no text, and not a terminator
    rule = []
    detailed = folded
    isDetailed = false
    place = .word
    endsName = false
    self.isExcluded = isExcluded
  }

  init(_ queryWord: QueryWord, _ sensitivity: NameQuery.Sensitivity) {
    let word = queryWord.text
    // No name contains NUL.
    guard word.utf8.count <= Self.maximumBytes, !word.utf8.contains(0) else {
      self = Needle(impossibleIsExcluded: queryWord.isExcluded)
      return
    }
    place = queryWord.place
    endsName = queryWord.endsName
    isExcluded = queryWord.isExcluded
    let folded = Self.fold(word, [.ignoresCase, .ignoresMarks])
    var rule: FoldedText.Rule = [.ignoresCase, .ignoresMarks]
    switch sensitivity {
    case .ignore:
      break
    case .exact:
      rule = []
    case .smart:
      if word.unicodeScalars.contains(where: \.isCapital) { rule.remove(.ignoresCase) }
      if Self.fold(word, .ignoresCase) != folded { rule.remove(.ignoresMarks) }
    }
    self.folded = folded
    self.rule = rule
    isDetailed = rule != [.ignoresCase, .ignoresMarks]
    detailed = isDetailed ? Self.fold(word, rule) : folded
  }

  private static func fold(_ word: String, _ rule: FoldedText.Rule) -> [UInt8] {
    var word = word
    return word.withUTF8 { FoldedText(UnsafeRawBufferPointer($0), rule).bytes }
  }

  /// Whether the word has only ignored characters.
  var isEmpty: Bool { folded.isEmpty && !isDetailed }

  /// Whether only names can contain the word, and no details, since these have no start or end.
  var isOfNamesOnly: Bool { place == .start || endsName }

  /// Whether to search for this word before `other`.
  ///
  /// Longer words are rarer. Excluded words come last.
  func precedes(_ other: Needle) -> Bool {
    if isExcluded != other.isExcluded { return other.isExcluded }
    return folded.count > other.folded.count
  }

  /// Whether every name that matches this word surely matches `other`, too.
  func implies(_ other: Needle) -> Bool {
    guard isExcluded == other.isExcluded else { return false }
    return isExcluded ? other.contains(self) : contains(other)
  }

  /// Whether every name that contains this word also contains `other`, excluded or not.
  private func contains(_ other: Needle) -> Bool {
    guard place == other.place, endsName || !other.endsName else { return false }
    if other.endsName {
      return folded == other.folded && rule == other.rule && detailed == other.detailed
    }
    guard folded.starts(with: other.folded) else { return false }
    guard other.isDetailed else { return true }
    guard rule == other.rule, detailed.starts(with: other.detailed) else { return false }
    return rule.contains(.ignoresMarks)
      || detailed.withUnsafeBytes { $0.isBorder(at: other.detailed.count) }
  }
}

extension Unicode.Scalar {
  /// Whether typing this character makes case count.
  fileprivate var isCapital: Bool {
    properties.isUppercase || properties.generalCategory == .titlecaseLetter
  }
}
