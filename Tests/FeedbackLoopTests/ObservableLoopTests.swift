import FeedbackLoop
import LibraryTestSupport
import Observation
import Synchronization
import Testing

/// A loop that the Observation framework follows.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ObservableLoopTests {
  private func counter() -> Loop<Int, Int> { Loop(0, reduce: { $0 += $1 }) }

  @Test func readersOfTheStateAreNotifiedBeforeItChanges() {
    let counter = ObservableLoop(counter())
    let told = Atomic(0)
    let seen = withObservationTracking {
      counter.state
    } onChange: {
      MainActor.assumeIsolated { #expect(counter.state == 0) }
      told.add(1, ordering: .relaxed)
    }
    #expect(seen == 0)
    counter.send(2)
    #expect(counter.state == 2)
    counter.send(3)  // observed once, so notified once
    #expect(told.load(ordering: .relaxed) == 1)
  }

  private struct Form: Equatable, Sendable {
    var text = ""
    var count = 0
    var initial: Character? { text.first }
  }

  private enum Edit: Sendable {
    case typed(String)
    case counted
    case nothing
  }

  private func form() -> Loop<Form, Edit> {
    Loop(
      Form(),
      reduce: { form, edit in
        switch edit {
        case .typed(let text): form.text = text
        case .counted: form.count += 1
        case .nothing: break
        }
      })
  }

  /// How often each reader is notified of a change.
  private func told(_ readers: [() -> Void], during change: () -> Void) -> [Int] {
    let counts = readers.map { read in
      let told = Counter()
      withObservationTracking(read) { told.count.add(1, ordering: .relaxed) }
      return told
    }
    change()
    return counts.map { $0.count.load(ordering: .relaxed) }
  }

  private final class Counter: Sendable {
    let count = Atomic(0)
  }

  @Test func onlyReadersOfTheChangedPartAreNotified() {
    let form = ObservableLoop(form())
    let readers: [() -> Void] = [
      { _ = form.text }, { _ = form.count }, { _ = form.initial }, { _ = form.state },
    ]
    #expect(told(readers) { form.send(.typed("ada")) } == [1, 0, 1, 1])
    #expect(told(readers) { form.send(.typed("alan")) } == [1, 0, 0, 1])
    #expect(told(readers) { form.send(.counted) } == [0, 1, 0, 1])
    #expect(told(readers) { form.send(.nothing) } == [0, 0, 0, 0])
    #expect(form.text == "alan" && form.count == 1)
  }

  @Test func readersOfAPartAreNotifiedBeforeItChanges() {
    let form = ObservableLoop(form())
    let told = Atomic(0)
    withObservationTracking {
      _ = form.text
    } onChange: {
      MainActor.assumeIsolated { #expect(form.text == "") }
      told.add(1, ordering: .relaxed)
    }
    form.send(.typed("a"))
    #expect(told.load(ordering: .relaxed) == 1)
  }

  @Test func aStateThatCannotBeComparedStillHasParts() {
    struct Screen: Sendable {
      var form = Form()
      var draw: @Sendable () -> Void = {}
    }
    let screen = ObservableLoop(Loop<Screen, Int>(Screen(), reduce: { $0.form.count += $1 }))
    let readers: [() -> Void] = [{ _ = screen.form.count }, { _ = screen.state }]
    #expect(told(readers) { screen.send(0) } == [0, 1])
    #expect(told(readers) { screen.send(1) } == [1, 1])
  }

  @Test func aBindingShowsAPartAndSendsItsEdits() {
    let form = ObservableLoop(form())
    let text = form.binding(\.text, send: { .typed($0) })
    text.value = "ada"
    #expect(form.text == "ada" && text.value == "ada")
    #expect(told([{ _ = text.value }]) { form.send(.counted) } == [0])
    #expect(told([{ _ = text.value }]) { text.value = "alan" } == [1])
  }

  @Test func changesThroughTheLoopItselfAreObserved() {
    let loop = counter()
    let counter = ObservableLoop(loop)
    loop.send(1)
    #expect(counter.state == 1)
  }

  @Test func theLoopContinuesWithoutTheWrapper() {
    let loop = counter()
    weak var counter: ObservableLoop<Int, Int>?
    do {
      let short = ObservableLoop(loop)
      counter = short
      short.send(1)
    }
    #expect(counter == nil)
    loop.send(1)
    #expect(loop.state == 2)
  }
}
