/// A synchronous function that applies an event to `State` and has no side effects.
///
/// It must accept every event in every state. A ``Feedback`` starts the work a new state needs.
public typealias Reducer<State, Event> = (inout State, Event) -> Void
