extension Feedback {
  /// Adapts the feedback to a loop whose state contains this state as a part.
  ///
  /// When `part` returns `nil`, the effects are cancelled. When it returns a part again, they start
  /// again, but a binding's stream that was cancelled in this way remains finished.
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    to part: @escaping (Whole) -> State?,
    event: @escaping (Event) -> WholeEvent
  ) -> Feedback<Whole, WholeEvent> {
    Feedback<Whole, WholeEvent> { [makeReaction] host in
      ScopedReaction(part: part) {
        makeReaction(host.mapped(event))
      }
    }
  }
}
