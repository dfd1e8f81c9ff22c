/// The reaction of a feedback made by ``Feedback/scoped(to:event:)``.
final class ScopedReaction<State, Part>: Reaction {
  private let part: (State) -> Part?
  private let make: () -> any Reaction<Part>
  private var reaction: (any Reaction<Part>)?

  init(part: @escaping (State) -> Part?, make: @escaping () -> any Reaction<Part>) {
    self.part = part
    self.make = make
  }

  func react(to state: State) {
    guard let part = part(state) else { return end() }
    let reaction = reaction ?? make()
    self.reaction = reaction
    reaction.react(to: part)
  }

  var askedFor: [any Sendable] { reaction?.askedFor ?? [] }

  func end() {
    reaction?.end()
    reaction = nil
  }
}
