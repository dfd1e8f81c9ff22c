import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// The example of the article "Searching as the User Types".
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SearchExampleTests {
  private let clock = TestClock()
  private let field = SearchField()

  /// A search answered by hand: with names separated by commas, or `nil` for a failure.
  private let index = ManualEffect<String, String>()

  private struct Unreachable: Error, CustomStringConvertible {
    var description: String { "the index cannot be reached" }
  }

  private func loop() -> Loop<Search.State, Search.Event> {
    Loop(
      Search.State(), reduce: Search.reduce,
      feedbacks: searchFeedbacks(field: field, clock: clock) { [index] text in
        guard let names = await index(text) else { throw Unreachable() }
        return names.split(separator: ",").map(String.init)
      })
  }

  @Test func theTypedTextIsFoundAndShown() async {
    let loop = loop()
    field.typed.yield("a")
    await eventually { index.started == ["a"] }
    #expect(field.status == "searching for a")
    index.answer("a", with: "Ada,Alan")
    await eventually { field.status == "Ada, Alan" }
    loop.stop()
  }

  @Test func fastTypingSearchesForTheNewestTextAndDropsTheOldAnswer() async {
    let loop = loop()
    field.typed.yield("a")
    await eventually { index.started == ["a"] }
    field.typed.yield("ad")
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(300))
    await eventually { index.started == ["a", "ad"] && index.cancelled == ["a"] }
    index.answer("a", with: "Ada,Alan")
    await eventually { index.endCount == 1 }
    index.answer("ad", with: "Ada")
    await eventually { field.status == "Ada" }
    #expect(loop.state.results == ["Ada"])
  }

  @Test func fastTypingSearchesOncePerIntervalAndDropsTheOldAnswer() async throws {
    let clock = TestClock()
    let field = SearchField()
    let loop = TestLoop(
      Search.State(), reduce: Search.reduce,
      feedbacks: searchFeedbacks(field: field, clock: clock) { text in
        if text == "a" { try await clock.sleep(for: .seconds(1)) }
        return ["Ada"]
      })
    field.typed.yield("a")
    try await loop.receive(.textEdited("a")) { $0.text = "a" }
    try loop.expectRequests("a")
    field.typed.yield("ad")
    await clock.untilAsleep(2)  // the throttle and the search for "a"
    await clock.advance(by: .milliseconds(300))
    try await loop.receive(.textEdited("ad")) { $0.text = "ad" }
    try await loop.receive(.found(["Ada"])) { state in
      state.results = ["Ada"]
      state.answered = "ad"
    }
    #expect(field.status == "Ada")
    try loop.finish()
  }

  @Test func theLastTextIsSearchedAtTheEndOfInputWithoutWaiting() async {
    let loop = loop()
    for text in ["a", "ad", "ada"] { field.typed.yield(text) }
    field.typed.finish()
    await eventually { loop.state.text == "ada" && index.started.last == "ada" }
    #expect(clock.now.offset == .zero)
    index.finish()
  }

  @Test func aFailureIsShownAndTheNextTextTriesAgain() async {
    let loop = loop()
    field.typed.yield("a")
    await eventually { index.started == ["a"] }
    index.answer("a", with: nil)
    await eventually { field.status == "the index cannot be reached" }
    field.typed.yield("")
    field.typed.finish()
    await eventually { field.status == "" }
    #expect(loop.state == Search.State())
  }

  @Test func aReleasedFieldIsNotRetained() async {
    var field: SearchField? = SearchField()
    weak let held = field
    let loop = searchLoop(field: field ?? SearchField()) { _ in [] }
    field = nil
    #expect(held == nil)
    loop.send(.textEdited("a"))
    await eventually { loop.state.answered == "a" }
  }
}

// MARK: The example

private enum Search {
  struct State: Equatable, Sendable {
    var text = ""
    var results: [String] = []
    var failure: String?

    /// The text to which `results` or `failure` belongs.
    var answered = ""
  }

  enum Event: Equatable, Sendable {
    case textEdited(String)
    case found([String])
    case failed(reason: String)
  }

  static func reduce(_ state: inout State, _ event: Event) {
    switch event {
    case .textEdited(let text):
      state.text = text
      if text.isEmpty { state = State() }

    case .found(let names):
      state.results = names
      state.failure = nil
      state.answered = state.text

    case .failed(let reason):
      state.failure = reason
      state.answered = state.text
    }
  }
}

extension Search.State {
  /// The text to search for, or `nil` when nothing is left to do.
  fileprivate var textToSearch: String? {
    text == answered ? nil : text
  }

  /// One line for the user.
  fileprivate var status: String {
    if let textToSearch { return "searching for \(textToSearch)" }
    return failure ?? results.joined(separator: ", ")
  }
}

@MainActor
private final class SearchField {
  /// The content of the field after every key.
  let edits: AsyncStream<String>

  let typed: AsyncStream<String>.Continuation
  var status = ""

  init() {
    (edits, typed) = AsyncStream.makeStream()
  }
}

@MainActor
private func searchFeedbacks(
  field: SearchField,
  clock: some Clock<Duration>,
  find: @escaping @Sendable (String) async throws -> [String]
) -> [Feedback<Search.State, Search.Event>] {
  let searching = Feedback<Search.State, Search.Event>(
    request: \.textToSearch,
    effect: { text in
      do {
        return .found(try await find(text))
      } catch {
        return .failed(reason: "\(error)")
      }
    })
  let view = Feedback<Search.State, Search.Event>.bind(
    field,
    subscriptions: [{ field, state in field.status = state.status }],
    events: [
      field.edits
        .throttled(for: .milliseconds(300), clock: clock)
        .map { Search.Event.textEdited($0) }
    ])
  return [searching, view]
}

@MainActor
private func searchLoop(
  field: SearchField,
  find: @escaping @Sendable (String) async throws -> [String]
) -> Loop<Search.State, Search.Event> {
  Loop(
    Search.State(), reduce: Search.reduce,
    feedbacks: searchFeedbacks(field: field, clock: ContinuousClock(), find: find))
}
