/// The primary sort keys of an order, which ignore case and accents.
///
/// They order a few texts roughly; an index is sorted by whole keys.
///
/// ```swift
/// let keys = PrimaryKeys(of: NameOrder(localeIdentifier: "en"))
/// keys.key(of: "Zoë") == keys.key(of: "zoe")
/// ```
public struct PrimaryKeys: Sendable {
  private let collation: Collation

  /// Opens the collation of an order's locale.
  public init(of order: NameOrder) {
    collation = Collation(localeIdentifier: order.localeIdentifier)
  }

  /// The primary sort key of a text, compared by bytes; empty if all of the text is ignored.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func key(of text: String) -> [UInt8] {
    var text = text
    // Each level ends with the byte 01, which no weight contains.
    return Array(text.withUTF8 { collation.key(of: UnsafeRawBufferPointer($0)) }.prefix { $0 != 1 })
  }
}
