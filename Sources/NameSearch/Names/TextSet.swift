/// A set of many short texts, which compares their bytes: a text costs its bytes and about twenty more.
public struct TextSet: Sendable {
  private var texts = NumberedTexts()

  /// Makes an empty set.
  public init() {}

  /// The number of different texts.
  ///
  /// - Complexity: O(1)
  public var count: Int { texts.texts.count }

  /// Adds a text, which holds no U+0000.
  ///
  /// - Returns: Whether it is new.
  /// - Complexity: O(*m*) on average, where *m* is the length of the text.
  public mutating func insert(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { texts.number(of: UnsafeRawBufferPointer($0)).isNew }
  }
}
