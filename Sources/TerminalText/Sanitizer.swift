/// Makes text safe to show, one scalar at a time.
///
/// A scalar is kept or replaced by a visible stand-in; surplus marks share one stand-in. Invisible
/// scalars (joiners, variation selectors) are kept only where they have a meaning, for example a
/// joiner inside an emoji or between cursive letters.
struct Sanitizer {
  /// No script in use needs more, and more marks would cover the lines above and below.
  static let maximumMarks = 30

  private let glyphs: Glyphs
  private(set) var output = ""

  private var previous: ScalarProperties?
  private var marks = 0
  private var endsInPictograph = false

  init(glyphs: Glyphs) {
    self.glyphs = glyphs
  }

  /// Appends a scalar; `next` is the one after it in the text.
  mutating func append(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    let properties = ScalarProperties(scalar)
    if properties.isHidden {
      if keeps(scalar, before: next) {
        output.unicodeScalars.append(scalar)
      } else {
        replace(scalar)
      }
    } else if properties.isJamo, !continuesSyllable(scalar) {
      replace(scalar)  // has no columns by itself
    } else if properties.attaches {
      appendMark(scalar, properties)
    } else {
      output.unicodeScalars.append(scalar)
      marks = 0
      previous = properties
      let isModifier = Self.skinTones.contains(scalar) && endsInPictograph
      endsInPictograph = properties.isPictograph || isModifier
    }
  }

  private static let skinTones: ClosedRange<Unicode.Scalar> = "\u{1F3FB}"..."\u{1F3FF}"

  // MARK: What is kept in its place

  private func keeps(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    guard let previous, let last = output.unicodeScalars.last, last != scalar else { return false }
    switch scalar {
    case "\u{200C}":
      return next.map { joins(previous, ScalarProperties($0)) } ?? false
    case "\u{200D}":
      guard let next = next.map(ScalarProperties.init), !next.isHidden else { return false }
      return endsInPictograph && next.isPictograph || joins(previous, next)
    case "\u{FE0E}", "\u{FE0F}":
      return previous.isEmoji && last != "\u{FE0E}" && last != "\u{FE0F}"
    case "\u{E0100}"..."\u{E01EF}":
      return previous.isIdeograph && marks == 0
    default:
      return false
    }
  }

  /// Whether a joiner here chooses the shapes of letters.
  private func joins(_ previous: ScalarProperties, _ next: ScalarProperties) -> Bool {
    guard next.isLetter, !next.isHidden, !next.isJamo else { return false }
    return previous.isVirama || (previous.isCursive && next.isCursive)
  }

  /// Whether a vowel or a final consonant of Hangul belongs to the preceding syllable.
  private func continuesSyllable(_ scalar: Unicode.Scalar) -> Bool {
    output.unicodeScalars.last.map { last in
      String(String.UnicodeScalarView([last, scalar])).count == 1
    } ?? false
  }

  // MARK: What is added and replaced

  private mutating func appendMark(_ scalar: Unicode.Scalar, _ properties: ScalarProperties) {
    if previous == nil {
      guard glyphs == .unicode else { return replace(scalar) }
      output += "\u{25CC}"  // otherwise the mark would combine with the previous cell
      previous = ScalarProperties("\u{25CC}")
      endsInPictograph = false
    }
    marks += 1
    if marks <= Self.maximumMarks {
      output.unicodeScalars.append(scalar)
      // The next scalar depends on a virama, but not on any other mark.
      if properties.isVirama { previous = properties }
    } else if marks == Self.maximumMarks + 1 {
      let standIn: Unicode.Scalar = glyphs == .unicode ? "\u{FFFD}" : "?"
      output.unicodeScalars.append(standIn)
      // The next scalar follows the stand-in.
      previous = ScalarProperties(standIn)
      endsInPictograph = false
    }
  }

  private mutating func replace(_ scalar: Unicode.Scalar) {
    output += Self.standIn(for: scalar, glyphs: glyphs)
    previous = nil  // so that no mark attaches to a stand-in
    marks = 0
    endsInPictograph = false
  }

  private static func standIn(for scalar: Unicode.Scalar, glyphs: Glyphs) -> String {
    switch (scalar.value, glyphs) {
    case (0..<0x20, .unicode):
      return Unicode.Scalar(0x2400 + scalar.value).map { String(Character($0)) } ?? "?"
    case (0x7F, .unicode):
      return "\u{2421}"
    case (0..<0x20, .ascii), (0x7F, .ascii):
      return "^" + String(Character(Unicode.Scalar(UInt8(scalar.value) ^ 0x40)))
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "<U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits + ">"
    }
  }
}

extension Sanitizer {
  static func sanitized(_ text: String, glyphs: Glyphs) -> String {
    sanitized(text, glyphs: glyphs, at: []).text
  }

  /// The safe form of a text, and the offsets in it that correspond to `offsets` in the text.
  ///
  /// Offsets are in bytes and ascend. One inside a cluster counts as the cluster's start.
  static func sanitized(
    _ text: String, glyphs: Glyphs, at offsets: [Int]
  ) -> (text: String, offsets: [Int]) {
    var sanitizer = Sanitizer(glyphs: glyphs)
    let scalars = text.unicodeScalars
    let borders = text.startsOfClusters(around: offsets)
    var safeOffsets: [Int] = []
    var position = scalars.startIndex
    while true {
      while safeOffsets.count < borders.count, borders[safeOffsets.count] <= position {
        safeOffsets.append(sanitizer.output.utf8.count)
      }
      guard position < scalars.endIndex else { break }
      let following = scalars.index(after: position)
      let next = following < scalars.endIndex ? scalars[following] : nil
      sanitizer.append(scalars[position], before: next)
      position = following
    }
    return (sanitizer.output, safeOffsets)
  }
}

extension String {
  /// The starts of the clusters at ascending byte offsets, or the end for an offset beyond it.
  fileprivate func startsOfClusters(around offsets: [Int]) -> [Index] {
    var starts: [Index] = []
    var start = startIndex
    for offset in offsets {
      let target = utf8.index(startIndex, offsetBy: min(offset, utf8.count))
      while start < target, case let end = index(after: start), end <= target { start = end }
      starts.append(start)
    }
    return starts
  }
}
