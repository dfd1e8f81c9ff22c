/// A loop as its reactions see it: where it lives, and what takes their events.
struct Host<Event: Sendable> {
  /// The actor on which the loop was made; all but its effects runs there.
  let actor: any Actor

  /// Takes an event of an effect, on that actor.
  let receive: (Event, Lifetime) -> Void

  /// A way for the events of an effect, which says whether they are still wanted.
  func inlet(
    for lifetime: Lifetime, while isAlive: @escaping () -> Bool = { true }
  ) -> Inlet<Event, Bool> {
    Inlet(actor) { event in
      guard !lifetime.isOver, isAlive() else { return false }
      receive(event, lifetime)
      return true
    }
  }

  /// The host of a part, whose events are events of the whole.
  func mapped<Part: Sendable>(_ whole: @escaping (Part) -> Event) -> Host<Part> {
    Host<Part>(actor: actor) { event, lifetime in receive(whole(event), lifetime) }
  }
}

/// The way from a task, which runs anywhere, to something that lives on an actor.
///
/// Unchecked, since what takes the values is called on that actor only.
final class Inlet<Value: Sendable, Answer: Sendable>: @unchecked Sendable {
  private let actor: any Actor
  private let take: (Value) -> Answer

  init(_ actor: any Actor, take: @escaping (Value) -> Answer) {
    self.actor = actor
    self.take = take
  }

  /// Hands on a value, without suspension where the caller is on that actor.
  nonisolated(nonsending) func send(_ value: Value) async -> Answer {
    await enter(actor) { take(value) }
  }

  /// Waits until the actor has done what it is doing now.
  @concurrent func wait() async {
    await enter(actor) {}
  }

  private func enter<Result: Sendable>(
    _ actor: isolated any Actor, _ body: @Sendable () -> Result
  ) -> Result {
    body()
  }
}
