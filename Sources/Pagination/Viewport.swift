/// How far a list is in view.
///
/// ```swift
/// let viewport = Viewport(end: 18, prefetchDistance: 2)
/// viewport.reachesEnd(of: 20)
/// ```
public struct Viewport: Hashable, Sendable {
  /// The number of rows up to the last one in view; `nil` without a view, 0 for an empty view.
  public var end: Int?

  /// How many rows before the last loaded one the next page is wanted.
  public var prefetchDistance: Int

  /// Makes a viewport, by default without a view.
  public init(end: Int? = nil, prefetchDistance: Int = 0) {
    self.end = end
    self.prefetchDistance = prefetchDistance
  }

  /// Whether the last of `count` loaded rows is in view or within the prefetch distance.
  public func reachesEnd(of count: Int) -> Bool {
    guard let end else { return false }
    return end >= count - prefetchDistance
  }
}
