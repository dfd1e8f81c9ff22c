import HelperProtocol
import Testing

@testable import WebSource

struct RetryAfterTests {
  @Test(arguments: [
    ("7", 7.0), (" 0 ", 0), ("1000000000", 1_000_000_000), ("99999999999999999999", 1e20),
    ("Thu, 01 Jan 1970 00:02:00 GMT", 20), ("Thu, 01 Jan 1970 00:01:00 GMT", nil),
    ("-5", nil), ("+5", nil), ("1.5", nil), ("", nil), ("soon", nil), ("5 s", nil),
  ])
  func retryAfterIsSecondsOrADate(value: String, wait: Double?) {
    #expect(RetryAfter.wait(value, now: 100) == wait)
  }

  @Test(arguments: [
    (0.0, "in 0 s"), (7.2, "in 8 s"), (1e20, "in 9223372036854775807 s"),
    (.infinity, "in 9223372036854775807 s"),
  ])
  func aServerMayDemandAnyWait(wait: Double, advice: String) {
    let failure = HTTPError.status(503, "http://a.example/", wait: wait).failure
    #expect(failure.reason.contains(advice))
  }
}
