import BenchmarkSupport
import CAllocationCount

/// What some work asks of malloc, on all threads: calls that hand out memory, and bytes asked for.
struct Allocations {
  let calls: Int
  let bytes: Int

  /// Does the work once, and counts.
  init(of work: () throws -> Void) rethrows {
    callocationcount_start()
    try work()
    let count = callocationcount_stop()
    calls = Int(count.calls)
    bytes = Int(count.bytes)
  }

  private final class Instance {
    let number: Int

    init(number: Int) { self.number = number }
  }

  /// Ends the run unless Swift's own allocations are counted, each once.
  static func checkCounting() throws {
    var instances: [Instance] = []
    instances.reserveCapacity(1_000)
    let seen = Allocations {
      for number in 0..<1_000 { instances.append(Instance(number: number)) }
    }
    keep(instances)
    // Two words of the runtime's and one of its own.
    try expect(seen.calls == 1_000 && seen.bytes == 1_000 * 24, "counting of 1,000 instances")
  }
}
