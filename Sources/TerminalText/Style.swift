/// How text looks: a colour of the palette, if any, and attributes.
package struct Style: Hashable, Sendable {
  /// The colour of the letters; `nil` for the terminal's own.
  package var foreground: PaletteColor?

  /// Heavier letters.
  package var isBold: Bool

  /// Fainter letters.
  package var isDim: Bool

  /// A line under the letters.
  package var isUnderlined: Bool

  /// A line through the letters.
  package var isStruck: Bool

  /// Letters and background exchanged.
  package var isReversed: Bool

  /// Makes a style; all is off unless asked for.
  package init(
    foreground: PaletteColor? = nil, isBold: Bool = false, isDim: Bool = false,
    isUnderlined: Bool = false, isStruck: Bool = false, isReversed: Bool = false
  ) {
    self.foreground = foreground
    self.isBold = isBold
    self.isDim = isDim
    self.isUnderlined = isUnderlined
    self.isStruck = isStruck
    self.isReversed = isReversed
  }

  /// The terminal's own look.
  package static let plain = Style()

  /// True if a blank looks other than one of the plain style.
  package var showsOnBlanks: Bool { isUnderlined || isStruck || isReversed }
}
