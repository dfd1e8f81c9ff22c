import Pagination
import Testing

struct PageFailureTests {
  private struct Refused: Error, CustomStringConvertible {
    let description = "connection refused"
  }

  @Test func aFailureHasTheErrorsDescription() {
    #expect(PageFailure(Refused()).description == "connection refused")
    #expect(PageFailure(Refused()) == PageFailure(reason: "connection refused"))
  }

  private enum Status: Error { case notFound, gone }

  @Test func anErrorThatCanBeComparedKeepsItsType() {
    let failure = PageFailure(Status.notFound, retryAdvice: .never)
    #expect(failure.reason == "notFound" && failure.retryAdvice == .never)
    #expect(failure.error(as: Status.self) == .notFound)
    #expect(PageFailure(failure).error(as: Status.self) == .notFound)
    #expect(PageFailure(Refused()).error(as: Status.self) == nil)
    #expect(failure == PageFailure(Status.notFound, retryAdvice: .never))
    #expect(failure != PageFailure(reason: "notFound", retryAdvice: .never))
    #expect(PageFailure(Status.gone) != PageFailure(Status.notFound))
    #expect(Set([PageFailure(Status.gone), PageFailure(Status.gone)]).count == 1)
  }

  @Test func aFailureMadeFromAFailureIsACopy() {
    let failure = PageFailure(reason: "no network")
    #expect(PageFailure(failure as any Error) == failure)
  }
}
