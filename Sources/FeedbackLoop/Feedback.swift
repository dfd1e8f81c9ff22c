/// An effect that runs for as long as the state asks for it.
///
/// `request` reads the state and says what should be running now. A new value starts an effect and
/// then cancels the one before; an equal value changes nothing, whether the effect still runs or
/// has ended; `nil` cancels. So the state alone decides what is running.
///
/// An effect starts when the events that were sent together have been applied; if its request is
/// gone by then, it does not start. From the moment the request has changed, nothing that the
/// effect sends reaches the loop, even if it takes no notice of being cancelled. To have an effect
/// run again, let the request be `nil` in between, or carry a count of attempts.
///
/// Effects run outside the main actor. One that has to be there says so: `{ @MainActor in … }`.
@MainActor
public struct Feedback<State: Sendable, Event: Sendable> {
  typealias Deliver = @MainActor @Sendable (Event, Lifetime) -> Void

  /// Makes the running part, so that one feedback can be used in several loops.
  let makeReaction: (@escaping Deliver) -> any Reaction<State>

  init(makeReaction: @escaping (@escaping Deliver) -> any Reaction<State>) {
    self.makeReaction = makeReaction
  }

  /// Makes a feedback out of a query and an effect that answers once.
  ///
  /// - Parameters:
  ///   - request: Reads the state. Must be cheap: it runs after every event.
  ///   - effect: Does the work and answers with an event, also when it fails; `nil` for no answer.
  public init<Request: Equatable & Sendable>(
    request: @escaping (State) -> Request?,
    effect: @escaping @Sendable @concurrent (Request) async -> Event?
  ) {
    self.init(request: request) { request, send in
      if let event = await effect(request) { await send(event) }
    }
  }

  /// Makes a feedback out of a query and an effect that answers as often as it likes.
  ///
  /// - Parameters:
  ///   - request: Reads the state. Must be cheap: it runs after every event.
  ///   - effects: Does the work and sends events while it does.
  public init<Request: Equatable & Sendable>(
    request: @escaping (State) -> Request?,
    effects: @escaping @Sendable @concurrent (Request, Send<Event>) async -> Void
  ) {
    self.init { deliver in
      RequestReaction(request: request, areSame: ==, effects: effects, deliver: deliver)
    }
  }
}
