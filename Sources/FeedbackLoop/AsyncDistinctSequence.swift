/// A sequence without the elements that repeat the one before them.
///
/// Made by the methods `distinct()` and `distinct(by:)` of an `AsyncSequence`.
public struct AsyncDistinctSequence<Base: AsyncSequence>: AsyncSequence {
  let base: Base
  let areEqual: @Sendable (Base.Element, Base.Element) -> Bool

  /// Reads the elements and leaves out the repeated ones.
  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let areEqual: @Sendable (Base.Element, Base.Element) -> Bool
    var last: Base.Element?

    /// The next element that differs from the one before, or `nil` at the end.
    ///
    /// - Throws: What the base sequence throws.
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

  /// Starts at the beginning of the base sequence; the first element always passes.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), areEqual: areEqual)
  }
}

extension AsyncDistinctSequence: Sendable where Base: Sendable {}
