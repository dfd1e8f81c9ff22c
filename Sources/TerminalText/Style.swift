/// How text looks: a colour of the palette, if any, and attributes.
public struct Style: Hashable, Sendable {
  /// The colour of the letters; `nil` for the terminal's own.
  public var foreground: PaletteColor?

  /// Heavier letters.
  public var isBold: Bool

  /// Fainter letters.
  public var isDim: Bool

  /// A line under the letters.
  public var isUnderlined: Bool

  /// A line through the letters.
  public var isStruck: Bool

  /// Letters and background exchanged.
  public var isReversed: Bool

  /// Makes a style; all is off unless asked for.
  public init(
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
  public static let plain = Style()

  /// True if a blank looks other than one of the plain style.
  package var showsOnBlanks: Bool { isUnderlined || isStruck || isReversed }
}
