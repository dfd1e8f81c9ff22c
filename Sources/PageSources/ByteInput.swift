import Glibc
import Threads

final class ByteInput {
  enum Outcome {
    case bytes(Int)
    case nothingYet
    case end
  }

  let name: String
  private let descriptor: Int32
  private let isOwned: Bool

  /// Whether reading never blocks.
  let isRegularFile: Bool

  /// Opens a file, or a named pipe without waiting for its writer.
  init(opening path: String) throws(PageSourceError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw PageSourceError(errno, input: path) }
    name = path
    isOwned = true
    isRegularFile = Self.isRegularFile(descriptor)
  }

  /// Uses an open descriptor without closing it later; a file is read from the offset `start`.
  init(reading descriptor: Int32, called name: String, from start: off_t?) {
    self.descriptor = descriptor
    self.name = name
    isOwned = false
    isRegularFile = Self.isRegularFile(descriptor)
    if let start { lseek(descriptor, start, SEEK_SET) }
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  static func isRegularFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads what is available, at most `size` bytes; `buffer` must have room for them.
  func read(into buffer: inout [UInt8], atMost size: Int) throws(PageSourceError) -> Outcome {
    while true {
      let (count, code) = buffer.withUnsafeMutableBytes { bytes in
        (Glibc.read(descriptor, bytes.baseAddress, size), errno)
      }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if code == EAGAIN { return .nothingYet }
      if code != EINTR { throw PageSourceError(code, input: name) }
    }
  }

  /// Whether `read` would return anything other than `nothingYet`.
  var isReady: Bool {
    var set = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return isRegularFile || poll(&set, 1, 0) > 0
  }

  func wait(or wakeUp: WakeUp) {
    var set = [descriptor, wakeUp.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = poll(&set, 2, -1)
  }
}

extension PageSourceError {
  init(_ code: Int32, input: String) {
    switch code {
    case ENOENT: self = .missing(input)
    case EISDIR: self = .directory(input)
    default: self = .unreadable(input, reason: String(cString: strerror(code)))
    }
  }
}
