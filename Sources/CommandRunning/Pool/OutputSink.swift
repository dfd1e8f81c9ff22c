import Glibc
import Processes

/// One of this process's outputs, which also gets the output of commands.
final class OutputSink {
  let descriptor: Int32

  /// True once nothing more can be written: the reader has ended, or the disk is full.
  private(set) var isClosed = false

  private let willWrite: @Sendable () -> Void

  init(descriptor: Int32, willWrite: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.willWrite = willWrite
  }

  /// Waits until all bytes are written, unless it is closed.
  func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    if !rest.isEmpty, !isClosed { willWrite() }
    while !rest.isEmpty, !isClosed {
      let count = Descriptors.write(descriptor, rest)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var set = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&set, 1, -1)
      } else if errno != EINTR {
        isClosed = true
      }
    }
  }

  /// Checks whether the reader has ended; so far, perhaps only the commands have noticed that.
  func check() {
    var set = pollfd(fd: descriptor, events: 0, revents: 0)
    if poll(&set, 1, 0) > 0, set.revents & Int16(POLLERR) != 0 { isClosed = true }
  }
}

/// The output of a command, collected so that it can be passed on in one piece.
///
/// The first MiB is stored in memory, the rest in a file without a name. If there is no room for
/// the file, everything is passed on as it arrives.
final class CollectedOutput {
  private static let mostInMemory = 1 << 20

  private let sink: OutputSink
  private var bytes: [UInt8] = []
  private var file: Int32 = -1
  private var isCollecting = true

  init(for sink: OutputSink) { self.sink = sink }

  deinit {
    if file >= 0 { close(file) }
  }

  func append(_ more: UnsafeRawBufferPointer) {
    guard isCollecting else { return sink.write(more) }
    if file < 0, bytes.count + more.count <= Self.mostInMemory {
      bytes += more
    } else if !keepInFile(more) {
      pass()
      sink.write(more)
      isCollecting = false
    }
  }

  /// Passes on the collected output; later output is collected again.
  func pass() {
    bytes.withUnsafeBytes { sink.write($0) }
    bytes = []
    guard file >= 0 else { return }
    lseek(file, 0, SEEK_SET)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0, !sink.isClosed else { break }
      chunk.withUnsafeBytes { sink.write(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    close(file)
    file = -1
  }

  /// Either all bytes are stored or none.
  private func keepInFile(_ more: UnsafeRawBufferPointer) -> Bool {
    if file < 0 { file = Self.unlinkedFile() }
    guard file >= 0 else { return false }
    let end = lseek(file, 0, SEEK_CUR)
    var rest = more
    while !rest.isEmpty {
      let count = write(file, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        ftruncate(file, end)
        return false
      }
    }
    return true
  }

  /// Opens a file without a name, which disappears when it is closed; -1 if that is not possible.
  private static func unlinkedFile() -> Int32 {
    var path = Array("\(directory)/targets-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return -1 }
    unlink(path)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static var directory: String {
    getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }
}
