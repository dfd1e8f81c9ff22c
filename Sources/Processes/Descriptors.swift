import Glibc
import Threads

/// Waits for descriptors, and writes to them.
package enum Descriptors {
  /// Blocks this thread until a descriptor is ready; -1 is never ready.
  ///
  /// - Parameters:
  ///   - reading: The descriptors to read from.
  ///   - writing: A descriptor to write to.
  ///   - deadline: `nil` to wait without limit.
  /// - Returns: Which of `reading` are ready, possibly none; `nil` if the time is over.
  @discardableResult
  package static func wait(
    reading: [Int32], writing: Int32 = -1, until deadline: ContinuousClock.Instant? = nil
  ) -> [Bool]? {
    var set = reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    set.append(pollfd(fd: writing, events: Int16(POLLOUT), revents: 0))
    while true {
      let time = deadline.map(pollTime) ?? -1
      // Even if something is ready: a stream that never ends must not postpone the deadline.
      if time == 0 { return nil }
      let count = poll(&set, nfds_t(set.count), time)
      if count > 0 { return set.dropLast().map { $0.revents != 0 } }
    }
  }

  /// Like ``wait(reading:writing:until:)`` without a deadline, but without blocking a thread.
  ///
  /// The descriptors must not be closed meanwhile.
  @discardableResult
  package static func ready(reading: [Int32]) async -> [Bool] {
    var set = reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&set, nfds_t(set.count), 0) <= 0 { await untilReadable(reading) }
    return set.map { $0.revents != 0 }
  }

  /// The remaining time in milliseconds, rounded up; 0 after the deadline.
  private static func pollTime(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = ContinuousClock.now.duration(to: deadline)
    return left <= .zero ? 0 : Int32(clamping: Int64(left / .milliseconds(1)) + 1)
  }

  /// Like write(2), but a closed pipe only causes the error EPIPE, without a signal.
  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    // SIGPIPE is sent to the writing thread. It is blocked, and consumed if this write caused it, but
    // not if it was pending before.
    var (brokenPipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    sigpending(&pending)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    let failure = errno
    if count < 0, failure == EPIPE, sigismember(&pending, SIGPIPE) != 1 {
      var noTime = timespec()
      while sigtimedwait(&brokenPipe, nil, &noTime) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = failure
    return count
  }
}
