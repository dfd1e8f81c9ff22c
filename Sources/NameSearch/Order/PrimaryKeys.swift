/// The primary sort keys of an order: what of a text counts before case and accents do.
///
/// They are for putting a few texts in order, or close to it. An index is sorted by whole keys, so
/// its order is the finer one.
public struct PrimaryKeys: Sendable {
  private let collation: Collation

  /// Opens the collation of an order's locale.
  public init(of order: NameOrder) {
    collation = Collation(localeIdentifier: order.localeIdentifier)
  }

  /// The primary sort key of a text; keys compare by their bytes, as their texts do in the locale.
  ///
  /// - Returns: No bytes when nothing in the text counts, as in the empty one.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func key(of text: String) -> [UInt8] {
    var text = text
    // The weights of a level end at a byte of 01, which is in none of them.
    return Array(text.withUTF8 { collation.key(of: UnsafeRawBufferPointer($0)) }.prefix { $0 != 1 })
  }
}
