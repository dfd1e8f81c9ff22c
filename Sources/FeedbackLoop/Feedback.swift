/// An effect that runs for as long as the state asks for it.
///
/// `request` runs after every event, so it must be cheap. A new value starts an effect and then
/// cancels the previous one. An equal value changes nothing, even if the effect has ended. `nil`
/// cancels. To run an effect again, return `nil` in between or count the attempts in the request.
///
/// Events that are sent together are all applied before an effect starts, and it starts only if its
/// request is still current. Once the request has changed, all that the old effect sends is ignored,
/// even if the effect ignores its cancellation. The requests are computed on the actor of the loop.
/// Effects run outside of it, unless declared `{ @MainActor in … }`.
public struct Feedback<State: Sendable, Event: Sendable> {
  let makeReaction: (Host<Event>) -> any Reaction<State>

  init(makeReaction: @escaping (Host<Event>) -> any Reaction<State>) {
    self.makeReaction = makeReaction
  }

  /// Makes a feedback whose effect sends its result as an event, or nothing if that is `nil`.
  public init<Request: Equatable & Sendable>(
    request: @escaping (State) -> Request?,
    effect: @escaping @Sendable @concurrent (Request) async -> Event?
  ) {
    self.init(request: request) { request, send in
      if let event = await effect(request) { await send(event) }
    }
  }

  /// Makes a feedback whose effect sends any number of events.
  public init<Request: Equatable & Sendable>(
    request: @escaping (State) -> Request?,
    effects: @escaping @Sendable @concurrent (Request, Send<Event>) async -> Void
  ) {
    self.init { host in
      RequestReaction(request: request, areSame: ==, effects: effects, host: host)
    }
  }
}
