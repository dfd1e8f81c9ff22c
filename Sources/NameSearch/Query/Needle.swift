/// One word of a query, made ready to be looked for.
struct Needle: Hashable, Sendable {
  /// The longest word that is looked for, in bytes: no name is as long, however it is written.
  static let maximumBytes = 4 * Name.maximumBytes

  /// The word without case and marks: where it is not found, nothing is.
  let folded: [UInt8]

  /// What is left out of account when the word counts in detail.
  let rule: FoldedText.Rule

  /// The word folded by `rule`.
  let detailed: [UInt8]

  /// Whether the word is to be compared in detail where `folded` was found.
  let isDetailed: Bool

  /// A word no name has.
  static let impossible = Needle(impossible: ())

  private init(impossible: Void) {
    folded = [FoldedColumn.terminator]
    rule = []
    detailed = []
    isDetailed = false
  }

  init(_ word: String, _ sensitivity: NameQuery.Sensitivity) {
    guard word.utf8.count <= Self.maximumBytes else {
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

  /// Whether the word asks for nothing: it is made of characters that count for nothing.
  var isEmpty: Bool { folded.isEmpty && !isDetailed }

  /// Whether to look for this word before another one: longer words are rarer.
  func precedes(_ other: Needle) -> Bool {
    if folded.count != other.folded.count { return folded.count > other.folded.count }
    if folded != other.folded { return folded.lexicographicallyPrecedes(other.folded) }
    if rule != other.rule { return rule.rawValue < other.rule.rawValue }
    return detailed.lexicographicallyPrecedes(other.detailed)
  }

  /// Whether every name that has a word beginning with this one has one beginning with another.
  ///
  /// Says no when in doubt.
  func implies(_ other: Needle) -> Bool {
    guard folded.starts(with: other.folded) else { return false }
    guard other.isDetailed else { return true }
    guard rule == other.rule, detailed.starts(with: other.detailed) else { return false }
    return rule.contains(.ignoresMarks)
      || detailed.withUnsafeBytes { $0.isBorder(at: other.detailed.count) }
  }
}

extension Unicode.Scalar {
  /// Whether typing this character says that case counts.
  fileprivate var isCapital: Bool {
    properties.isUppercase || properties.generalCategory == .titlecaseLetter
  }
}
