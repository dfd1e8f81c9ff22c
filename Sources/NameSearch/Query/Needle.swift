/// One word of a query, prepared for the search.
struct Needle: Hashable, Sendable {
  /// The longest word to search for, in bytes; no name is as long in any normal form.
  static let maximumBytes = 4 * Name.maximumBytes

  /// The word without case and marks; every match contains it.
  let folded: [UInt8]

  /// What the detailed comparison ignores.
  let rule: FoldedText.Rule

  /// The word folded by `rule`.
  let detailed: [UInt8]

  /// Whether a match of `folded` must also be compared in detail.
  let isDetailed: Bool

  /// It begins no word of any name.
  static let impossible = Needle(impossible: ())

  private init(impossible: Void) {
    folded = [0xFE]  // in no text, and no terminator
    rule = []
    detailed = folded
    isDetailed = false
  }

  init(_ word: String, _ sensitivity: NameQuery.Sensitivity) {
    // No name contains NUL.
    guard word.utf8.count <= Self.maximumBytes, !word.utf8.contains(0) else {
      self = .impossible
      return
    }
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

  /// Whether to search for this word before `other`; longer words are rarer.
  func precedes(_ other: Needle) -> Bool {
    if folded.count != other.folded.count { return folded.count > other.folded.count }
    if folded != other.folded { return folded.lexicographicallyPrecedes(other.folded) }
    if rule != other.rule { return rule.rawValue < other.rule.rawValue }
    return detailed.lexicographicallyPrecedes(other.detailed)
  }

  /// Whether every name that matches this word surely matches `other`, too.
  func implies(_ other: Needle) -> Bool {
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
