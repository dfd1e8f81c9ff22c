import LibraryTestSupport
import TerminalText
import Testing

@testable import Terminal

struct RenditionTests {
  private func sequence(_ old: Style, _ new: Style, usesColor: Bool = true) -> String {
    Rendition.sequence(from: old, to: new, usesColor: usesColor).replacing("\u{1B}", with: "^")
  }

  @Test(arguments: [
    (Style.plain, Style.plain, ""),
    (Style.plain, Style(isBold: true), "^[1m"),
    (Style(foreground: .red, isBold: true), Style.plain, "^[m"),
    (Style(foreground: .red, isBold: true), Style(foreground: .cyan, isBold: true), "^[36m"),
    (Style(foreground: .red, isStruck: true), Style(foreground: .red), "^[29m"),
    (Style(isBold: true, isDim: true), Style(isBold: true), "^[0;1m"),
    (Style(foreground: .brightWhite), Style(isDim: true), "^[0;2m"),
  ])
  func theShortestSequenceIsSent(old: Style, new: Style, expected: String) {
    #expect(sequence(old, new) == expected)
  }

  @Test func withoutColorsAColorIsNotAChange() {
    #expect(sequence(.plain, Style(foreground: .red), usesColor: false) == "")
  }

  @Test(arguments: UInt64(0)..<500)
  func theSequenceChangesOneStyleToAnother(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var pen = Pen()
    var style = Style.plain
    for _ in 0..<20 {
      let next = Style(
        foreground: [nil, .red, .brightRed].randomElement(using: &random) ?? nil,
        isBold: .random(using: &random), isDim: .random(using: &random),
        isUnderlined: .random(using: &random), isStruck: .random(using: &random),
        isReversed: .random(using: &random))
      pen.take(Rendition.sequence(from: style, to: next, usesColor: true))
      #expect(pen.style == next)
      style = next
    }
  }

  /// The style that a terminal has after the numbers.
  private struct Pen {
    var style = Style.plain

    mutating func take(_ sequence: String) {
      guard !sequence.isEmpty else { return }
      let numbers = sequence.dropFirst(2).dropLast()
      for number in numbers.split(separator: ";", omittingEmptySubsequences: false) {
        take(Int(number) ?? 0)
      }
    }

    private mutating func take(_ number: Int) {
      switch number {
      case 0: style = .plain
      case 1: style.isBold = true
      case 2: style.isDim = true
      case 4: style.isUnderlined = true
      case 7: style.isReversed = true
      case 9: style.isStruck = true
      case 22: (style.isBold, style.isDim) = (false, false)
      case 24: style.isUnderlined = false
      case 27: style.isReversed = false
      case 29: style.isStruck = false
      case 30..<38: style.foreground = PaletteColor(rawValue: UInt8(number - 30))
      case 39: style.foreground = nil
      case 90..<98: style.foreground = PaletteColor(rawValue: UInt8(number - 90 + 8))
      default: Issue.record("\(number)")
      }
    }
  }
}
