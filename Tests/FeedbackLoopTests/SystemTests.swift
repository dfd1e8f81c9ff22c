import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// Several feedbacks in one loop.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SystemTests {
  private typealias StringFeedback = Feedback<String, String>

  private func chain(_ state: String, _ feedbacks: [StringFeedback]) -> Loop<String, String> {
    Loop(state, reduce: { $0 += $1 }, feedbacks: feedbacks)
  }

  private nonisolated static let answers = [
    "initial": "_a", "initial_a": "_b", "initial_a_b": "_c",
  ]

  @Test func theFirstStateIsThereAtOnceForObserversAndViews() {
    var shown: [String] = []
    let loop = chain("initial", [.bind(subscriptions: [{ shown.append($0) }])])
    var observed: [String] = []
    let observation = loop.observe { observed.append($0) }
    defer { observation.cancel() }
    #expect(shown == ["initial"])
    #expect(observed == ["initial"])
  }

  @Test func aChainOfImmediateEffectsGivesItsStatesInOrder() async {
    var shown: [String] = []
    let loop = chain(
      "initial",
      [
        .bind(subscriptions: [{ shown.append($0) }]),
        StringFeedback(
          request: { Self.answers[$0] == nil ? nil : $0 }, effect: { Self.answers[$0] }),
      ])
    await eventually { loop.state == "initial_a_b_c" }
    #expect(shown == ["initial", "initial_a", "initial_a_b", "initial_a_b_c"])
  }

  @Test func threeEqualSubscriptionsThatAnswerEveryStateAreAllHeard() {
    var loop: Loop<String, String>?
    let plain = StringFeedback.bind(
      subscriptions: [
        { state in
          if let answer = Self.answers[state] { loop?.send(answer) }
        }
      ])
    loop = chain("", [plain, plain, plain])
    loop?.send("initial")
    #expect(loop?.state == "initial_a_a_a_b_b_b")
    loop = nil
  }

  @Test func threeEqualFeedbacksAnswerEachStateOnce() async {
    let same = StringFeedback(
      request: { Self.answers[$0] == nil ? nil : $0 }, effect: { Self.answers[$0] })
    let loop = chain("initial", [same, same, same])
    await eventually { loop.state == "initial_a_b_c" }
    await TestClock().advance()
    #expect(loop.state == "initial_a_b_c")
  }

  @Test func threeEqualFeedbacksWithSetsAnswerWhatStaysThreeTimes() async {
    let same = StringFeedback(
      requests: { state in
        let open = Set(["_a", "_b"]).filter { !state.contains($0) }
        return open.isEmpty ? ["_c"] : open
      },
      effect: { $0 })
    let loop = chain("initial", [same, same, same])
    let expected: Set = ["initial_a_b_c_c_c", "initial_b_a_c_c_c"]
    await eventually { expected.contains(loop.state) }
    await TestClock().advance()
    #expect(expected.contains(loop.state))
  }

  @Test func allKindsOfFeedbackWorkTogether() async {
    let loop = Loop<[Int], Int>(
      [],
      reduce: { $0.append($1) },
      feedbacks: [
        Feedback(request: { $0.isEmpty ? 1 : nil }, effect: { $0 }),
        Feedback(requests: { $0.count == 1 ? [2] : [] }, effect: { $0 }),
        Feedback(
          requests: { $0.count == 2 ? [0: 3] : [:] },
          effects: { for await number in $1 { await $2(number) } }),
        Feedback(when: { $0.count == 3 }, effect: { 4 }),
        Feedback(presenceOf: { $0.count == 4 ? () : nil }, effect: { 5 }),
      ])
    await eventually { loop.state == [1, 2, 3, 4, 5] }
  }
}
