/// The one place that may change `State`: applies an event to it, and does nothing else.
///
/// A reducer is synchronous and has an answer to every event in every state, even if that is to
/// leave the state as it is. What should be done about the new state is up to a ``Feedback``.
public typealias Reducer<State, Event> = (inout State, Event) -> Void
