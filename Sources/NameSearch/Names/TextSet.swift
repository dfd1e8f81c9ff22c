/// A set of many short texts, compared by bytes; a text takes its bytes and about 20 more.
public struct TextSet: Sendable {
  private var texts = NumberedTexts()

  /// Makes an empty set.
  public init() {}

  /// The number of texts, in O(1).
  public var count: Int { texts.texts.count }

  /// Adds a text without U+0000, and returns whether it is new.
  ///
  /// - Complexity: O(*m*) on average, where *m* is the length of the text.
  public mutating func insert(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { texts.number(of: UnsafeRawBufferPointer($0)).isNew }
  }
}
