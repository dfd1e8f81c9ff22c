import Glibc

enum Clock {
  /// The time of day in microseconds since 1970, UTC.
  static func microseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
  }
}
