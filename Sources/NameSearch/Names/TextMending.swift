/// How a detail or a section was changed to become valid.
///
/// ```swift
/// let mending: TextMending = [.cut, .replaced]
/// ```
public struct TextMending: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Makes a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It was longer than ``Name/maximumBytes``: the rest was replaced by an ellipsis.
  public static let cut = TextMending(rawValue: 1)

  /// Invalid UTF-8 or U+0000 was replaced by U+FFFD.
  public static let replaced = TextMending(rawValue: 2)
}
