import CVTerm
import Glibc

/// A file descriptor of the tests: closed on `exec`, non-blocking, closed on release.
final class Descriptor {
  /// The number, or -1 once closed.
  private(set) var number: Int32

  init(owning number: Int32) {
    self.number = number
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close()
  }

  var isOpen: Bool { number >= 0 }

  func close() {
    guard isOpen else { return }
    _ = Glibc.close(number)
    number = -1
  }

  func stopBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Makes a pipe whose ends are not inherited by programs that other tests start meanwhile.
  static func pipe() throws(HarnessError) -> (reading: Descriptor, writing: Descriptor) {
    // Writing to a program that has ended must fail, and not end the test process.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .system("pipe2", errno) }
    return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
  }

  static func open(_ path: String, _ flags: Int32) throws(HarnessError) -> Descriptor {
    let number = Glibc.open(path, flags | O_CLOEXEC)
    guard number >= 0 else { throw .system("open \(path)", errno) }
    return Descriptor(owning: number)
  }

  /// Reads what is available now, at most a mebibyte, so that an endless program cannot block a test.
  ///
  /// - Returns: False if nothing more can arrive.
  func drain(into bytes: inout [UInt8]) -> Bool {
    let most = bytes.count + (1 << 20)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while isOpen {
      if bytes.count >= most { return true }
      let count = Glibc.read(number, &chunk, chunk.count)
      if count > 0 {
        bytes.append(contentsOf: chunk[0..<count])
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return count < 0 && errno == EAGAIN
      }
    }
    return false
  }

  /// Writes as much as is accepted now, and removes that from `bytes`.
  ///
  /// - Returns: False if the reader has ended.
  func write(from bytes: inout [UInt8]) -> Bool {
    var written = 0
    defer { bytes.removeFirst(written) }
    while isOpen, written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(number, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        return errno == EAGAIN
      }
    }
    return isOpen
  }
}
