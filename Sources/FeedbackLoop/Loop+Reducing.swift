// Combines reducers.

extension Loop {
  /// Returns a reducer that runs the given reducers in order on each event.
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

  /// Returns a reducer that applies the events of a part of the state to that part.
  ///
  /// `partEvent` returns the part's event, or `nil` to ignore an event.
  public static func scope<Part, PartEvent>(
    _ part: WritableKeyPath<State, Part>, event partEvent: @escaping (Event) -> PartEvent?,
    reduce: @escaping (inout Part, PartEvent) -> Void
  ) -> Reduce {
    { state, event in
      if let event = partEvent(event) { reduce(&state[keyPath: part], event) }
    }
  }
}
