import CUnicode

/// What ICU knows of one scalar, as far as its display depends on it.
struct ScalarProperties {
  private let bits: UInt32

  init(_ scalar: Unicode.Scalar) {
    bits = cunicode_display(scalar.value)
  }

  /// The columns the scalar takes by itself: 0, 1 or 2.
  var columns: Int { Int(bits) & CUNICODE_COLUMNS }

  /// True if the scalar must not reach a terminal, unless its place asks for it.
  var isHidden: Bool { has(CUNICODE_HIDDEN) }

  /// True for marks and for jamo that close a syllable: what needs something before it.
  var attaches: Bool { has(CUNICODE_ATTACHES) }

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
