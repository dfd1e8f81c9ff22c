import LibraryTestSupport
import Threads
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct SerialThreadTests {
  private final class Log: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  @Test func workIsDoneInOrder() async {
    let (thread, log) = (SerialThread(label: "tests"), Log())
    for number in 0..<1_000 { thread.run { log.numbers.withLock { $0.append(number) } } }
    await eventually { log.numbers.withLock { $0.count } == 1_000 }
    #expect(log.numbers.withLock { $0 } == Array(0..<1_000))
    thread.end()
  }

  @Test func workMayAddMoreOfIt() async {
    let (thread, log) = (SerialThread(label: "tests"), Log())
    thread.run {
      thread.run {
        log.numbers.withLock { $0.append(2) }
        thread.end()
      }
      log.numbers.withLock { $0.append(1) }
    }
    await eventually { log.numbers.withLock { $0 } == [1, 2] }
  }

  @Test func waitingWorkIsDoneBeforeTheEnd() async {
    let (thread, log) = (SerialThread(label: "tests"), Log())
    for number in 0..<100 { thread.run { log.numbers.withLock { $0.append(number) } } }
    thread.end()
    await eventually { log.numbers.withLock { $0.count } == 100 }
  }

  @Test func theThreadEndsWithItsWork() async {
    weak var kept: SerialThread?
    do {
      let thread = SerialThread(label: "tests")
      kept = thread
      thread.run {}
      thread.end()
    }
    await eventually { kept == nil }
  }
}
