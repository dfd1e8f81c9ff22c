/// The reaction of a feedback that has any number of requests, each with an identity.
final class KeyedReaction<
  State, ID: Hashable & Sendable, Request: Equatable & Sendable, Event: Sendable
>: Reaction {
  typealias Effects =
    @Sendable @concurrent (ID, AsyncStream<Request>, Send<Event>) async -> Void

  private struct Run {
    let effect: EffectRun

    let requests: StreamOutlet<Request>
  }

  private let requests: (State) -> [ID: Request]
  private let effects: Effects
  private let host: Host<Event>

  private var current: [ID: Request] = [:]
  private var runs: [ID: Run] = [:]

  init(
    requests: @escaping (State) -> [ID: Request],
    effects: @escaping Effects,
    host: Host<Event>
  ) {
    self.requests = requests
    self.effects = effects
    self.host = host
  }

  func react(to state: State) {
    change(to: requests(state))
  }

  func end() {
    change(to: [:])
  }

  var askedFor: [any Sendable] { Array(current.values) }

  private func change(to next: [ID: Request]) {
    guard next != current else { return }
    let previous = current
    current = next
    for (id, request) in next where previous[id] != request {
      if let run = runs[id] {
        _ = run.requests.yield(request)
      } else {
        runs[id] = start(id, request)
      }
    }
    // Old effects end last, so that resources that they share with new ones are not released in between.
    for id in previous.keys where next[id] == nil {
      runs.removeValue(forKey: id)?.effect.end()
    }
  }

  private func start(_ id: ID, _ request: Request) -> Run {
    let (stream, continuation) = AsyncStream.makeStream(of: Request.self)
    continuation.yield(request)
    let effect = EffectRun(host: host) { [effects] send in await effects(id, stream, send) }
    return Run(effect: effect, requests: StreamOutlet(continuation))
  }
}
