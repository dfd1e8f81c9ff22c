import Threads
import Testing

struct AllowanceTests {
  @Test func aBurstIsAllowedAndThenTheRate() {
    var allowance = TokenBucket(most: 3, perSecond: 2)
    let start = ContinuousClock.now
    func taken(after milliseconds: Int, tries: Int) -> Int {
      (0..<tries).count { _ in allowance.take(at: start + .milliseconds(milliseconds)) }
    }
    #expect(taken(after: 0, tries: 10) == 3)
    #expect(taken(after: 499, tries: 10) == 0)
    #expect(taken(after: 500, tries: 10) == 1)
    #expect(taken(after: 1_750, tries: 10) == 2)
    // The remaining half of a token is not lost.
    #expect(taken(after: 2_000, tries: 10) == 1)
    // No more than the maximum is saved.
    #expect(taken(after: 60_000, tries: 10) == 3)
  }

  @Test func whatIsTakenInAnyCaseMayBeOwed() {
    var allowance = TokenBucket(most: 3, perSecond: 2)
    let start = ContinuousClock.now
    func taken(after milliseconds: Int) -> Int {
      (0..<10).count { _ in allowance.take(at: start + .milliseconds(milliseconds)) }
    }
    allowance.takeInAnyCase(5, mostOwed: 4, at: start)
    #expect(taken(after: 1_499) == 0)
    #expect(taken(after: 1_500) == 1)
    // What is owed has an end.
    allowance.takeInAnyCase(1_000, mostOwed: 4, at: start + .seconds(2))
    allowance.takeInAnyCase(1_000, mostOwed: 4, at: start + .seconds(2))
    #expect(taken(after: 4_499) == 0)
    #expect(taken(after: 4_500) == 1)
  }

  @Test func manyRequestsInASecondAreLimited() {
    var allowance = TokenBucket(most: 5, perSecond: 1)
    let start = ContinuousClock.now
    let taken = (0..<1_000).count { allowance.take(at: start + .milliseconds(20) * $0) }
    #expect((24...25).contains(taken))
  }
}
