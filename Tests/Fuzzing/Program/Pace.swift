import Glibc

/// Finds inputs that take more time than their length allows.
///
/// It measures the processor time of this thread, which does not include other programs, and uses
/// the shortest of several runs.
struct Pace {
  /// Nanoseconds that any input may take, however short.
  private static let most: UInt64 = 400_000_000

  /// Nanoseconds that an input may take for each of its bytes.
  private static let mostPerByte: UInt64 = 20_000

  private static let tries = 5

  /// Runs `body` for an input of `count` bytes.
  ///
  /// - Throws: What `body` throws, or ``Fault`` if it takes too long in every run.
  mutating func check(_ count: Int, _ body: () throws -> Void) throws {
    let limit = Self.most + UInt64(count) * Self.mostPerByte
    var shortest = UInt64.max
    for _ in 0..<Self.tries {
      let began = Self.now
      try body()
      shortest = min(shortest, Self.now - began)
      if shortest <= limit { return }
    }
    throw Fault("\(shortest / 1_000) µs for \(count) bytes")
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
