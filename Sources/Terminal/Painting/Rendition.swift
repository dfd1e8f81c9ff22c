package import TerminalText

/// SGR sequences (“select graphic rendition”), which set the style of text.
package enum Rendition {
  /// The shortest sequence that changes one style to another; empty if they are equal.
  package static func sequence(from old: Style, to new: Style, usesColor: Bool) -> String {
    let old = parts(of: old, usesColor: usesColor)
    let new = parts(of: new, usesColor: usesColor)
    if old == new { return "" }
    let afresh = new.isEmpty ? [] : [0] + new.map(\.on)
    // One number ends both bold and dim, so the remaining one must be set again.
    let left = Set(old.filter { !new.contains($0) }.map(\.off))
    let set = new.filter { part in !old.contains(part) || left.contains(part.off) }
    let isReplaced = set.contains { $0.off == Self.colorOff }
    let step = left.filter { !isReplaced || $0 != Self.colorOff }.sorted() + set.map(\.on)
    let shorter = [afresh, step].map { $0.map(String.init).joined(separator: ";") }
      .min { $0.utf8.count < $1.utf8.count }
    return "\u{1B}[\(shorter ?? "")m"
  }

  /// An attribute: the number that sets it and the one that ends it.
  private struct Part: Hashable {
    let on: Int
    let off: Int
  }

  private static let colorOff = 39

  private static func parts(of style: Style, usesColor: Bool) -> [Part] {
    var parts: [Part] = []
    if style.isBold { parts.append(Part(on: 1, off: 22)) }
    if style.isDim { parts.append(Part(on: 2, off: 22)) }
    if style.isUnderlined { parts.append(Part(on: 4, off: 24)) }
    if style.isReversed { parts.append(Part(on: 7, off: 27)) }
    if style.isStruck { parts.append(Part(on: 9, off: 29)) }
    if usesColor, let value = style.foreground?.rawValue {
      let number = Int(value) < 8 ? 30 + Int(value) : 90 + Int(value) - 8
      parts.append(Part(on: number, off: colorOff))
    }
    return parts
  }
}
