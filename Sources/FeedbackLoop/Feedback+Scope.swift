extension Feedback {
  /// The same feedback in a loop of which this state is only a part.
  ///
  /// When the part is gone, its effects are cancelled; when it is there again, they start anew.
  /// A binding's stream that was cancelled so stays at its end.
  ///
  /// - Parameters:
  ///   - part: Finds the part in the whole state, or `nil` when it is not there.
  ///   - event: Makes the whole loop's event out of one of the part's.
  /// - Returns: A feedback for the whole loop.
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    to part: @escaping (Whole) -> State?,
    event: @escaping @MainActor @Sendable (Event) -> WholeEvent
  ) -> Feedback<Whole, WholeEvent> {
    Feedback<Whole, WholeEvent> { [makeReaction] deliver in
      ScopedReaction(part: part) {
        makeReaction { partEvent, lifetime in deliver(event(partEvent), lifetime) }
      }
    }
  }
}
