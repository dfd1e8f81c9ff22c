import FeedbackLoop
import LibraryTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ReducingTests {
  private struct State: Equatable, Sendable {
    var count = 0
    var name = ""
    var failure: String?
  }

  private enum Event: Equatable, Sendable {
    case add(Int)
    case rename(String)
    case failed(String)

    var step: Int? { if case .add(let step) = self { step } else { nil } }
  }

  @Test func partsGetOnlyTheirEventsInOrder() {
    let loop = Loop<State, Event>(
      State(),
      reduce: Loop.combine(
        Loop.scope(\.count, event: { $0.step }, reduce: { $0 += $1 }),
        { state, event in if case .rename(let name) = event { state.name = name } },
        { state, _ in state.count *= 2 }))
    loop.send(.add(3))
    loop.send(.rename("Ada"))
    #expect(loop.state == State(count: 12, name: "Ada"))
  }

  @Test func theLogHasEveryEventWithTheStateItLedTo() {
    var log: [String] = []
    let loop = Loop(
      0, reduce: { count, step in count += step },
      feedbacks: [
        .bind(subscriptions: [{ _ in log.append("shown") }])
      ],
      log: { log.append("\($0) → \($1)") })
    loop.send(2)
    loop.send(-1)
    #expect(log == ["shown", "2 → 2", "shown", "-1 → 1", "shown"])
  }

  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private func reduce(_ state: inout State, _ event: Event) {
    switch event {
    case .add(let step): state.count += step
    case .rename(let name): state.name = name
    case .failed(let reason): state.failure = reason
    }
  }

  @Test func anErrorOfAnEffectBecomesAnEvent() async {
    let loop = Loop(
      State(), reduce: reduce,
      feedbacks: [
        Feedback(
          request: { $0.name.isEmpty ? nil : $0.name },
          effect: { name in
            if name == "nobody" { throw Refusal(description: "no such name") }
            return .add(name.count)
          },
          catch: { .failed("\($0)") })
      ])
    loop.send(.rename("Ada"))
    await eventually { loop.state.count == 3 }
    loop.send(.rename("nobody"))
    await eventually { loop.state.failure == "no such name" }
  }

  @Test func errorsOfSeveralEffectsAreDistinguished() async {
    let loop = Loop(
      State(), reduce: reduce,
      feedbacks: [
        Feedback(
          requests: { $0.failure == nil ? [1, 2] : [] },
          effect: { number in
            if number == 2 { throw Refusal(description: "two") }
            return nil
          },
          catch: { .failed("\($0): \($1)") })
      ])
    await eventually { loop.state.failure != nil }
    #expect(loop.state.failure == "2: two")
  }
}
