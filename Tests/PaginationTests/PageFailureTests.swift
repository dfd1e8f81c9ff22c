import Pagination
import Testing

struct PageFailureTests {
  private struct Refused: Error, CustomStringConvertible {
    let description = "connection refused"
  }

  @Test func aFailureSaysWhatTheErrorSays() {
    #expect(PageFailure(Refused()).description == "connection refused")
    #expect(PageFailure(Refused()) == PageFailure(reason: "connection refused"))
  }

  @Test func aFailureOfAFailureIsItself() {
    let failure = PageFailure(reason: "no network")
    #expect(PageFailure(failure as any Error) == failure)
  }
}
