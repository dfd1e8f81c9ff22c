import Glibc

/// The tests' end of a program's standard input: bytes that wait to be accepted.
final class PipeFeed {
  /// Polled for writing while something waits; closed when everything is written and no more will follow.
  let pipe: Descriptor
  private var pending: [UInt8]
  private var ends: Bool

  init(_ pipe: Descriptor, _ bytes: [UInt8], ends: Bool) {
    self.pipe = pipe
    self.pending = bytes
    self.ends = ends
    pipe.stopBlocking()
    push()
  }

  func append(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    push()
  }

  func end() {
    ends = true
    push()
  }

  /// The descriptor to poll; `nil` if there is nothing to write.
  var polled: pollfd? {
    guard pipe.isOpen, !pending.isEmpty else { return nil }
    return pollfd(fd: pipe.number, events: Int16(POLLOUT), revents: 0)
  }

  /// Writes as much as is accepted now.
  func push() {
    let isRead = pipe.write(from: &pending)
    if !isRead { pending = [] }
    if pending.isEmpty, ends || !isRead { pipe.close() }
  }
}
