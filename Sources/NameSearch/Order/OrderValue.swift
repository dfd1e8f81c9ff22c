/// A value of the ordering column: numbers by size come first, then texts by collation, then no value.
struct OrderValue {
  private enum Content {
    case number([UInt8])
    case text(SoughtName)
    case none
  }

  private let content: Content

  init(_ text: UnsafeRawBufferPointer, _ collation: Collation) {
    if text.isEmpty {
      content = .none
    } else if let number = Self.number(text) {
      content = .number(number)
    } else {
      content = .text(SoughtName(text, collation))
    }
  }

  /// Negative if rows with this value come before those with another one, zero if the values are equal.
  func order(against other: OrderValue, isDescending: Bool) -> Int {
    let order: Int
    switch (content, other.content) {
    case (.none, .none): return 0
    // Rows without a value come last in either direction.
    case (.none, _): return 1
    case (_, .none): return -1
    case (.number(let own), .number(let other)):
      order = own.withUnsafeBytes { own in other.withUnsafeBytes { own.order(against: $0) } }
    case (.number, .text): order = -1
    case (.text, .number): order = 1
    case (.text(let own), .text(let other)): order = other.order(of: own)
    }
    return isDescending ? -order : order
  }

  /// The first bytes of the keys of numbers, which are compared byte by byte.
  private static let (negative, zero, positive): (UInt8, UInt8, UInt8) = (1, 2, 3)

  /// The key of a decimal number of any length, with an optional sign and point; `nil` for any other text.
  ///
  /// It contains the number of digits before the point, and the digits. For a negative number all
  /// bytes are inverted, so that the larger amount comes first.
  private static func number(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var rest = text[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    let whole = rest.prefix(while: isDigit)
    var fraction = rest[whole.endIndex...]
    if let point = fraction.first {
      guard point == UInt8(ascii: "."), fraction.count > 1, fraction.dropFirst().allSatisfy(isDigit)
      else { return nil }
      fraction = fraction.dropFirst()
    }
    if whole.isEmpty, fraction.isEmpty { return nil }
    let digits = whole.drop { $0 == UInt8(ascii: "0") }
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    if digits.isEmpty, fraction.isEmpty { return [zero] }
    let amount = [UInt8(digits.count >> 8), UInt8(digits.count & 0xFF)] + digits + fraction
    // A longer fraction is greater, so a negative number ends with a byte greater than any digit.
    return isNegative ? [negative] + amount.map { ~$0 } + [0xFF] : [positive] + amount
  }
}
