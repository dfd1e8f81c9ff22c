/// The value of a column as rows are ordered by it: numbers by their size, then texts by collation, then none.
struct OrderValue: Equatable {
  /// Compared byte by byte; empty for no value.
  private let key: [UInt8]

  /// The first bytes of the key, which decide most comparisons.
  private let start: UInt64

  init(_ text: UnsafeRawBufferPointer, _ collation: Collation) {
    if text.isEmpty {
      key = []
    } else if let number = Self.number(text) {
      key = number
    } else {
      key = [Self.text] + collation.key(of: text)
    }
    start = key.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } << (8 * (8 - min(key.count, 8)))
  }

  /// Whether rows with this value come before those with another one.
  func precedes(_ other: OrderValue, _ isDescending: Bool) -> Bool {
    // No value comes last in either direction.
    if key.isEmpty || other.key.isEmpty { return !key.isEmpty }
    let (left, right) = isDescending ? (other, self) : (self, other)
    if left.start != right.start { return left.start < right.start }
    return left.key.lexicographicallyPrecedes(right.key)
  }

  // MARK: Keys

  /// What the keys begin with.
  private static let (negative, zero, positive, text): (UInt8, UInt8, UInt8, UInt8) = (1, 2, 3, 4)

  /// The key of a decimal number of any length, with a sign and a point or without; `nil` for any other text.
  ///
  /// It has the number of digits before the point, and the digits. Those of a negative number are
  /// turned round, so that the larger amount comes first.
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
    // A longer fraction is more: what ends a negative one is greater than any digit.
    return isNegative ? [negative] + amount.map { ~$0 } + [0xFF] : [positive] + amount
  }
}
