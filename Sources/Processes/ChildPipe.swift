import CSpawn
import Glibc
import Synchronization

/// A pipe between this process and a program that it starts; it is closed on release.
///
/// One thread at a time may use it.
package final class ChildPipe: Sendable {
  enum Direction {
    case toChild, fromChild
  }

  /// An empty value for a stream that is not a pipe.
  static let none = ChildPipe()

  private let own: Atomic<Int32>
  private let other: Atomic<Int32>

  private init() {
    own = Atomic(-1)
    other = Atomic(-1)
  }

  init(_ direction: Direction) throws(ChildProcess.Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ChildProcess.Failure(code: errno) }
    if direction == .toChild { ends.swapAt(0, 1) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    own = Atomic(ends[0])
    other = Atomic(ends[1])
  }

  deinit {
    close()
    closeChilds()
  }

  /// The descriptor in this process, which is non-blocking; -1 once it is closed.
  package var descriptor: Int32 { own.load(ordering: .relaxed) }

  package var isOpen: Bool { descriptor >= 0 }

  package func close() {
    let end = own.exchange(-1, ordering: .relaxed)
    if end >= 0 { Glibc.close(end) }
  }

  /// The descriptor for the program, which this process closes when the program has its own copy.
  var childs: Int32 { other.load(ordering: .relaxed) }

  func closeChilds() {
    let end = other.exchange(-1, ordering: .relaxed)
    if end >= 0 { Glibc.close(end) }
  }

  /// Reads once and passes the bytes on; false if there are none now.
  ///
  /// At its end, the pipe is closed.
  @discardableResult
  package func read(_ take: (UnsafeRawBufferPointer) -> Void) -> Bool {
    guard isOpen else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        close()
      }
      return count > 0
    }
  }
}
