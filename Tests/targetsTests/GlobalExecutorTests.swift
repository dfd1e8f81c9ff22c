import CGlobalExecutor
import Testing

struct GlobalExecutorTests {
  @Test(
    arguments: [
      ((5, 7), (3, 9), 1_999_999_998), ((3, 9), (5, 7), 0), ((3, 9), (3, 9), 0),
      ((.max, 0), (0, 0), .max), ((9_223_372_037, 0), (0, 0), .max),
      ((.max, .max), (.min, 0), .max),
      ((.min, 0), (.max, 0), 0),
    ] as [((Int64, Int64), (Int64, Int64), Int64)])
  func farDeadlinesAreExact(
    deadline: (Int64, Int64), now: (Int64, Int64), expected: Int64
  ) {
    #expect(cglobalexecutor_delay(deadline.0, deadline.1, now.0, now.1) == expected)
  }
}
