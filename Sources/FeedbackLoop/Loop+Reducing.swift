// Reducers out of smaller ones.

extension Loop {
  /// A reducer that lets each of several have the event, one after the other.
  ///
  /// ```swift
  /// let loop = Loop<Screen, Search.Event>(
  ///   Screen(),
  ///   reduce: Loop.combine(
  ///     Loop.scope(\.search, event: { $0 }, reduce: Search.reduce),
  ///     { screen, event in screen.eventCount += 1 }))
  /// ```
  public static func combine(_ parts: Reduce...) -> Reduce {
    { state, event in for part in parts { part(&state, event) } }
  }

  /// A reducer for a part of the state, which gets only the events that are for it.
  ///
  /// `partEvent` returns the part's event, or `nil` for one that does not concern it.
  public static func scope<Part, PartEvent>(
    _ part: WritableKeyPath<State, Part>, event partEvent: @escaping (Event) -> PartEvent?,
    reduce: @escaping (inout Part, PartEvent) -> Void
  ) -> Reduce {
    { state, event in
      if let event = partEvent(event) { reduce(&state[keyPath: part], event) }
    }
  }
}
