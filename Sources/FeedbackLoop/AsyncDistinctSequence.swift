/// A sequence without consecutive repeated elements, made by `distinct()` or `distinct(by:)`.
///
/// ```swift
/// let changes: AsyncDistinctSequence = texts.distinct()
/// ```
public struct AsyncDistinctSequence<Base: AsyncSequence>: AsyncSequence {
  let base: Base
  let areEqual: @Sendable (Base.Element, Base.Element) -> Bool

  /// Iterates over the elements that do not repeat the previous one.
  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let areEqual: @Sendable (Base.Element, Base.Element) -> Bool
    var last: Base.Element?

    /// Returns the next element that differs from the previous one, or `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Base.Failure) -> Base.Element? {
      while let element = try await base.next(isolation: actor) {
        if let last, areEqual(last, element) { continue }
        last = element
        return element
      }
      return nil
    }
  }

  /// Makes an iterator from the start of the base sequence; the first element always passes.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), areEqual: areEqual)
  }
}

extension AsyncDistinctSequence: Sendable where Base: Sendable {}
