/// A number of a document, with all its digits.
package struct JSONNumber: Sendable {
  private let isNegative: Bool
  private let digits: Substring.UTF8View

  /// The digits after the decimal point.
  private let fraction: Substring.UTF8View
  private let exponent: Int

  /// The nearest number; infinite for one that is out of range.
  package let double: Double

  /// The largest exponent of a number that is written out.
  private static let largestExponent = 127

  /// `nil` for a number that JSON does not allow.
  init?(_ text: String) {
    var rest = text.utf8[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    digits = Self.digits(&rest)
    guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      return nil
    }
    let hasFraction = rest.first == UInt8(ascii: ".")
    if hasFraction { rest.removeFirst() }
    fraction = hasFraction ? Self.digits(&rest) : rest.prefix(0)
    if hasFraction, fraction.isEmpty { return nil }
    if let sign = rest.first {
      guard sign | 0x20 == UInt8(ascii: "e"), let exponent = Self.exponent(rest.dropFirst()) else {
        return nil
      }
      self.exponent = exponent
    } else {
      exponent = 0
    }
    double = Double(text) ?? .infinity
  }

  /// An exponent; the largest `Int` if it is too large.
  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    var rest = text
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    guard !digits(&rest).isEmpty, rest.isEmpty else { return nil }
    return Int(Substring(text)) ?? (sign == UInt8(ascii: "-") ? -Int.max : .max)
  }

  private static func digits(_ rest: inout Substring.UTF8View) -> Substring.UTF8View {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  /// The number without an exponent and without redundant zeros: `-12.5`, `100`.
  ///
  /// `nil` beyond 10¹²⁷ and 10⁻¹²⁷, if it is written with an exponent.
  package var decimal: String? {
    guard (-Self.largestExponent...Self.largestExponent).contains(exponent) else { return nil }
    let zero = UInt8(ascii: "0")
    var whole = Array(digits)
    var part = Array(fraction)
    for _ in 0..<max(exponent, 0) { whole.append(part.isEmpty ? zero : part.removeFirst()) }
    for _ in 0..<max(-exponent, 0) { part.insert(whole.popLast() ?? zero, at: 0) }
    whole = Array(whole.drop { $0 == zero })
    while part.last == zero { part.removeLast() }
    let sign = isNegative && !(whole.isEmpty && part.isEmpty) ? "-" : ""
    return sign + (whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self))
      + (part.isEmpty ? "" : "." + String(decoding: part, as: UTF8.self))
  }

  /// All digits of a whole number of any size; `nil` for a fraction.
  package var whole: String? {
    decimal.flatMap { $0.utf8.contains(UInt8(ascii: ".")) ? nil : $0 }
  }

  /// `nil` for a fraction, or out of the range of `Int`.
  package var integer: Int? { decimal.flatMap { Int($0) } }
}
