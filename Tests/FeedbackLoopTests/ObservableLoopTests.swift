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

  @Test func whoReadsTheStateIsToldBeforeItChanges() {
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
    counter.send(3)  // observed once, told once
    #expect(told.load(ordering: .relaxed) == 1)
  }

  @Test func changesThroughTheLoopItselfAreSeen() {
    let loop = counter()
    let counter = ObservableLoop(loop)
    loop.send(1)
    #expect(counter.state == 1)
  }

  @Test func theLoopGoesOnWithoutIt() {
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
