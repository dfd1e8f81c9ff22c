/// Follows SGR sequences (“select graphic rendition”), and gives the style of the text after them.
///
/// Colors beyond the palette become the nearest of its sixteen. A style has no background, so text
/// on a colored background is shown in reverse, with the color visible and the text readable.
struct RenditionReader {
  private var foreground: PaletteColor?
  private var background: PaletteColor?
  private var attributes = Style()

  /// Applies the parameters of a sequence, ignoring unknown ones.
  mutating func apply(_ parameters: String) {
    // Private sequences look similar, but have another meaning.
    guard parameters.utf8.allSatisfy({ (0x30...0x3B).contains($0) }) else { return }
    var rest = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.split(separator: ":", omittingEmptySubsequences: false).map(Self.number) }[...]
    while let part = rest.popFirst() {
      let code = part.first ?? 0
      switch code {
      case 38, 48:
        let color = part.count > 1 ? Self.color(inOne: part) : Self.color(from: &rest)
        if code == 38 { foreground = color ?? foreground } else { background = color ?? background }
      case 4 where part.count > 1: attributes.isUnderlined = part[1] != 0
      default: apply(code)
      }
    }
  }

  /// The number; an empty text is 0, and a number that is too large is not a known one.
  private static func number(_ digits: Substring) -> Int {
    digits.isEmpty ? 0 : Int(digits) ?? -1
  }

  private mutating func apply(_ code: Int) {
    switch code {
    case 0: self = RenditionReader()
    case 1: attributes.isBold = true
    case 2: attributes.isDim = true
    case 4, 21: attributes.isUnderlined = true
    case 7: attributes.isReversed = true
    case 9: attributes.isStruck = true
    case 22: (attributes.isBold, attributes.isDim) = (false, false)
    case 24: attributes.isUnderlined = false
    case 27: attributes.isReversed = false
    case 29: attributes.isStruck = false
    case 30...37: foreground = PaletteColor(rawValue: UInt8(code - 30))
    case 39: foreground = nil
    case 40...47: background = PaletteColor(rawValue: UInt8(code - 40))
    case 49: background = nil
    case 90...97: foreground = PaletteColor(rawValue: UInt8(code - 90 + 8))
    case 100...107: background = PaletteColor(rawValue: UInt8(code - 100 + 8))
    default: break
    }
  }

  // MARK: The style

  var style: Style {
    var style = attributes
    style.foreground = foreground
    guard let background else { return style }
    if background.isGrey {
      // A gray might not be visible on the terminal's own background, which is unknown.
      if foreground?.isGrey == true { style.foreground = nil }
      if background.isLight { style.isReversed.toggle() }
    } else {
      style.foreground = background
      style.isReversed.toggle()
    }
    return style
  }

  // MARK: Colors

  /// The color of `38:5:n` or `38:2::r:g:b`, in which the empty part may be missing.
  private static func color(inOne part: [Int]) -> PaletteColor? {
    switch part.dropFirst().first {
    case 5 where part.count > 2: color(part[2])
    case 2 where part.count > 4:
      nearest(part[part.count - 3], part[part.count - 2], part[part.count - 1])
    default: nil
    }
  }

  /// The color of `38;5;n` or `38;2;r;g;b`.
  private static func color(from rest: inout ArraySlice<[Int]>) -> PaletteColor? {
    let numbers = rest.prefix(4).map { $0.first ?? 0 }
    switch numbers.first {
    case 5 where numbers.count > 1:
      rest = rest.dropFirst(2)
      return color(numbers[1])
    case 2 where numbers.count > 3:
      rest = rest.dropFirst(4)
      return nearest(numbers[1], numbers[2], numbers[3])
    default:
      rest = []
      return nil
    }
  }

  /// One of the 256 colors that terminals number.
  private static func color(_ number: Int) -> PaletteColor? {
    switch number {
    case 0..<16: return PaletteColor(rawValue: UInt8(number))
    case 16..<232:
      let place = number - 16
      let steps = [0, 95, 135, 175, 215, 255]
      return nearest(steps[place / 36], steps[place / 6 % 6], steps[place % 6])
    case 232..<256:
      let grey = 8 + 10 * (number - 232)
      return nearest(grey, grey, grey)
    default: return nil
    }
  }

  /// The color of the palette that looks most like a mixture of red, green and blue.
  private static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> PaletteColor? {
    let wanted = [red, green, blue].map { min(max($0, 0), 255) }
    let most = wanted.max() ?? 0
    let least = wanted.min() ?? 0
    guard most - least >= 40 else {
      let greys: [PaletteColor] = [.black, .brightBlack, .white, .brightWhite]
      return greys[most < 48 ? 0 : most < 150 ? 1 : most < 235 ? 2 : 3]
    }
    // The color depends on which of the three are strong, the brightness on how strong they are.
    let middle = (most + least) / 2
    let bits = wanted.enumerated().reduce(0) { $0 | ($1.element > middle ? 1 << $1.offset : 0) }
    return PaletteColor(rawValue: UInt8(bits + (most > 215 ? 8 : 0)))
  }
}

extension PaletteColor {
  fileprivate var isGrey: Bool { [.black, .brightBlack, .white, .brightWhite].contains(self) }

  fileprivate var isLight: Bool { self == .white || self == .brightWhite }
}
