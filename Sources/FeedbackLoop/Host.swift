/// A loop from the point of view of its reactions: its actor, and the receiver of their events.
struct Host<Event: Sendable> {
  /// The actor on which the loop was made; everything but its effects runs there.
  let actor: any Actor

  /// Takes an event of an effect, on that actor.
  let receive: (Event, Lifetime) -> Void

  /// A channel for the events of an effect, which returns whether they are still wanted.
  func inlet(
    for lifetime: Lifetime, while isAlive: @escaping () -> Bool = { true }
  ) -> Inlet<Event, Bool> {
    Inlet(actor) { event in
      guard !lifetime.isOver, isAlive() else { return false }
      receive(event, lifetime)
      return true
    }
  }

  /// The host of a part, whose events become events of the whole.
  func mapped<Part: Sendable>(_ whole: @escaping (Part) -> Event) -> Host<Part> {
    Host<Part>(actor: actor) { event, lifetime in receive(whole(event), lifetime) }
  }
}

/// Passes values from a task, which may run anywhere, to an object on an actor.
///
/// Unchecked, because the receiver of the values is only called on that actor.
final class Inlet<Value: Sendable, Answer: Sendable>: @unchecked Sendable {
  private let actor: any Actor
  private let take: (Value) -> Answer

  init(_ actor: any Actor, take: @escaping (Value) -> Answer) {
    self.actor = actor
    self.take = take
  }

  /// Passes a value on, without suspension if the caller is on that actor.
  nonisolated(nonsending) func send(_ value: Value) async -> Answer {
    await enter(actor) { take(value) }
  }

  /// Waits until the actor has finished its present work.
  @concurrent func wait() async {
    await enter(actor) {}
  }

  private func enter<Result: Sendable>(
    _ actor: isolated any Actor, _ body: @Sendable () -> Result
  ) -> Result {
    body()
  }
}
