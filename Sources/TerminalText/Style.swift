/// How text looks: a color of the palette and attributes.
package struct Style: Hashable, Sendable {
  /// `nil` for the terminal's own color.
  package var foreground: PaletteColor?
  package var isBold: Bool
  package var isDim: Bool
  package var isUnderlined: Bool
  package var isStruck: Bool
  package var isReversed: Bool

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

  package static let plain = Style()

  /// Whether a space looks different from one in the plain style.
  package var showsOnBlanks: Bool { isUnderlined || isStruck || isReversed }
}
