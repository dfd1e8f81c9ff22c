import Testing

@testable import TargetStore

struct AnswerWaitTests {
  /// Waits in steps of a tenth of the patience, and receives some bytes in each step.
  ///
  /// - Returns: The step at which the wait ends without an answer; `nil` if it has not ended.
  private func wait(isForMuch: Bool, bytesInAStep: Int, steps: Int = 1_000) -> Int? {
    var wait = AnswerWait(patience: .seconds(10), isForMuch: isForMuch)
    for step in 1...steps {
      wait.note(received: bytesInAStep)
      do { try wait.note(spent: .seconds(1)) } catch { return step }
    }
    return nil
  }

  /// The deadline is extended by at least one kibibyte within the patience, whose last tenth is too late.
  @Test(arguments: [0, 1, 50, 100, 102, 114, 115, 1_023, 1_024, 1_000_000])
  func aLongReadingNeedsAKibibyteInItsTime(bytes: Int) {
    #expect((wait(isForMuch: true, bytesInAStep: bytes) == nil) == (bytes > 102))
    #expect(wait(isForMuch: false, bytesInAStep: bytes) == 10)
  }

  @Test func aServerThatAcceptsDataIsWaitedFor() throws {
    var wait = AnswerWait(patience: .seconds(10), isForMuch: false)
    for _ in 0..<100 {
      try wait.note(spent: .seconds(9))
      wait.renew()
    }
    #expect(throws: ServerError.self) { try wait.note(spent: .seconds(10)) }
  }
}
