import CUnicode

/// The properties of a scalar that its display depends on, from ICU.
struct ScalarProperties {
  private let bits: UInt32

  init(_ scalar: Unicode.Scalar) {
    bits = cunicode_display(scalar.value)
  }

  /// The number of columns, from 0 to 2.
  var columns: Int { Int(bits) & CUNICODE_COLUMNS }

  /// Whether a stand-in replaces the scalar, unless it has a meaning in its context.
  var isHidden: Bool { has(CUNICODE_HIDDEN) }

  /// True for marks and for jamo that close a syllable, which need something before them.
  var attaches: Bool { has(CUNICODE_ATTACHES) }

  /// Whether the scalar is a vowel or a final consonant of Hangul, which has columns only within a
  /// syllable.
  var isJamo: Bool { attaches && isLetter }

  var isPictograph: Bool { has(CUNICODE_PICTOGRAPH) }
  var isEmoji: Bool { has(CUNICODE_EMOJI) }
  var isLetter: Bool { has(CUNICODE_LETTER) }
  var isCursive: Bool { has(CUNICODE_CURSIVE) }
  var isVirama: Bool { has(CUNICODE_VIRAMA) }
  var isIdeograph: Bool { has(CUNICODE_IDEOGRAPH) }

  private func has(_ bit: Int) -> Bool {
    Int(bits) & bit != 0
  }
}
