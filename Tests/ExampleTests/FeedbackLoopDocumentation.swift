import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

// The code in the documentation of FeedbackLoop, unchanged.

/// A search for names on a server that has three.
private struct Search: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case textEdited(String)
    case found([String])
    case failed(String)
    case moreWanted
  }

  var text = ""
  var answered = ""
  var results: [String] = []
  var moreCount = 0

  var query: String? { text == answered ? nil : text }

  static func reduce(_ search: inout Search, _ event: Event) {
    switch event {
    case .textEdited(let text): search.text = text
    case .found(let names): (search.results, search.answered) = (names, search.text)
    case .failed: search.answered = search.text
    case .moreWanted: search.moreCount += 1
    }
  }
}

private struct Server: Sendable {
  func names(matching text: String) async throws -> [String] {
    ["Ada", "Alan", "Grace"].filter { $0.lowercased().hasPrefix(text) }
  }
}

private actor Tally {
  private var loop: Loop<Int, Int>?

  func open() {
    loop = Loop(0, reduce: { (count: inout Int, step: Int) in count += step })
  }

  func add(_ step: Int) -> Int? {
    loop?.send(step)
    return loop?.state
  }
}

private final class Label {
  var text = ""
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FeedbackLoopDocumentation {
  private let server = Server()
  private let label = Label()

  private var searching: Feedback<Search, Search.Event> {
    Feedback(
      request: { (search: Search) in search.query },
      effect: { [server] in .found(try await server.names(matching: $0)) },
      catch: { .failed("\($0)") })
  }

  @Test func aLoopOnAnActor() async {
    let tally = Tally()
    await tally.open()
    #expect(await tally.add(2) == 2)
    #expect(await tally.add(3) == 5)
  }

  @Test func loops() {
    let loop = Loop(0, reduce: { (count: inout Int, step: Int) in count += step })
    loop.send(2)
    #expect(loop.state == 2)
    let observation: LoopObservation = loop.observe { [label] count in label.text = "\(count)" }
    loop.send(1)
    #expect(label.text == "3")
    observation.cancel()
    let counter = ObservableLoop(loop)
    counter.send(1)
    #expect(counter.state == 4)
  }

  @Test func partsOfAnObservableLoop() {
    let loop = Loop(Search(), reduce: Search.reduce)
    let search = ObservableLoop(loop)
    #expect(search.text == "")
    let text: LoopBinding<String> = search.binding(\.text, send: { .textEdited($0) })
    text.value = "ada"
    #expect(search.text == "ada")
  }

  @Test func partsOfATestLoop() throws {
    struct Screen: Sendable {
      var search = Search()
      var title: String { search.text }

      static func reduce(_ screen: inout Screen, _ event: Search.Event) {
        Search.reduce(&screen.search, event)
      }
    }
    let loop = TestLoop(
      Screen(), reduce: Screen.reduce, feedbacks: [], comparing: \Screen.search, \Screen.title)
    try loop.send(.textEdited("ada")) { $0.search.text = "ada" }
  }

  @Test func parts() {
    struct Screen: Sendable {
      var search = Search()
      var eventCount = 0
    }
    let loop = Loop<Screen, Search.Event>(
      Screen(),
      reduce: Loop.combine(
        Loop.scope(\.search, event: { $0 }, reduce: Search.reduce),
        { screen, event in screen.eventCount += 1 }))
    loop.send(.textEdited("a"))
    #expect(loop.state.search.text == "a" && loop.state.eventCount == 1)
  }

  @Test func tests() async throws {
    let loop = TestLoop(Search(), reduce: Search.reduce, feedbacks: [searching])
    try loop.send(.textEdited("ad")) { $0.text = "ad" }
    try loop.expectRequests("ad")
    #expect(loop.requests(of: String.self) == ["ad"])
    try await loop.receive(.found(["Ada"])) { search in
      search.results = ["Ada"]
      search.answered = "ad"
    }
    try loop.finish()
    #expect(throws: TestLoopFailure.self) { try loop.send(.moreWanted) { $0.moreCount = 1 } }
  }

  @Test func bindings() async {
    let lengths = Feedback<Search, Search.Event>.bind(derived: [
      { states in states.map(\.text.count).distinct().filter { $0 > 2 }.map { _ in .moreWanted } }
    ])
    let loop = Loop(Search(), reduce: Search.reduce, feedbacks: [lengths])
    loop.send(.textEdited("ada"))
    await eventually { loop.state.moreCount == 1 }
  }

  @Test func relays() async {
    let nearEnd = Relay<Void>()
    let scrolling = Feedback<Search, Search.Event>(
      when: { $0.moreCount < 2 },
      effects: { (send: Send<Search.Event>) in
        for await _ in nearEnd { await send(.moreWanted) }
      })
    let loop = Loop(Search(), reduce: Search.reduce, feedbacks: [scrolling])
    while loop.state.moreCount < 2 {
      nearEnd.send()
      await Task.yield()
    }
  }

  @Test func fields() async {
    let server = server
    let feedback = Feedback<[Int: String], [String]>(
      requests: { $0 },  // the text of each open search field
      effects: { field, texts, send in
        for await text in texts {
          await send(["\(field)"] + ((try? await server.names(matching: text)) ?? []))
        }
      })
    var answers: [[String]] = []
    let loop = Loop([7: "gr"], reduce: { _, _ in }, feedbacks: [feedback]) { answer, _ in
      answers.append(answer)
    }
    await eventually { !answers.isEmpty }
    #expect(answers == [["7", "Grace"]])
    #expect(loop.state == [7: "gr"])
  }

  @Test func pacing() async {
    var shown: [String] = []
    let clock = TestClock()
    let throttle = Throttle(interval: .milliseconds(100), clock: clock) { shown.append($0) }
    for text in ["a", "ad", "ada"] { throttle.send(text) }
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(100))
    #expect(shown == ["a", "ada"])

    var searched: [String] = []
    let debounce = Debounce(interval: .milliseconds(300), clock: clock) { searched.append($0) }
    for text in ["a", "ad", "ada"] { debounce.send(text) }
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(300))
    #expect(searched == ["ada"])

    let texts = AsyncStream { continuation in
      for text in ["a", "a", "b"] { continuation.yield(text) }
      continuation.finish()
    }
    let changes: AsyncDistinctSequence = texts.distinct()
    var seen: [String] = []
    for await text in changes { seen.append(text) }
    #expect(seen == ["a", "b"])
  }
}
