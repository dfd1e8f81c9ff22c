/// How far somebody looks into a list: a state that may be told as often as one likes.
public struct Viewport: Hashable, Sendable {
  /// How many rows there are up to the last one in view, or `nil` when nobody looks.
  ///
  /// An empty list in view has 0.
  public var end: Int?

  /// How many rows before the end of what is loaded more is wanted.
  public var prefetchDistance: Int

  /// Makes a viewport; by default nobody looks.
  public init(end: Int? = nil, prefetchDistance: Int = 0) {
    self.end = end
    self.prefetchDistance = prefetchDistance
  }

  /// Whether the last of `count` loaded rows is in view, or near enough to it.
  ///
  /// True as long as that is so: also when a page has come and does not fill the view.
  public func reachesEnd(of count: Int) -> Bool {
    guard let end else { return false }
    return end >= count - prefetchDistance
  }
}
