/// The reaction of a feedback that has one request at a time.
final class RequestReaction<State, Request: Sendable, Event: Sendable>: Reaction {
  private let request: (State) -> Request?
  private let areSame: (Request, Request) -> Bool
  private let effects: @Sendable @concurrent (Request, Send<Event>) async -> Void
  private let host: Host<Event>

  private var current: Request?
  private var run: EffectRun?

  init(
    request: @escaping (State) -> Request?,
    areSame: @escaping (Request, Request) -> Bool,
    effects: @escaping @Sendable @concurrent (Request, Send<Event>) async -> Void,
    host: Host<Event>
  ) {
    self.request = request
    self.areSame = areSame
    self.effects = effects
    self.host = host
  }

  func react(to state: State) {
    change(to: request(state))
  }

  func end() {
    change(to: nil)
  }

  var askedFor: [any Sendable] { current.map { [$0] } ?? [] }

  private func change(to next: Request?) {
    guard !isServed(next) else { return }
    let previous = run
    current = next
    run = next.map(start)
    // The old effect ends last, so that resources that both share are not released in between.
    previous?.end()
  }

  private func isServed(_ next: Request?) -> Bool {
    guard let current, let next else { return current == nil && next == nil }
    return areSame(current, next)
  }

  private func start(_ request: Request) -> EffectRun {
    EffectRun(host: host) { [effects] send in await effects(request, send) }
  }
}
