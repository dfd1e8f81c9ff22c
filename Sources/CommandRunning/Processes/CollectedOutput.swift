import Glibc

/// What a command writes, collected so that it can be passed on as a whole.
///
/// The first MiB is kept in memory, the rest in a file without a name. If there is no room for
/// that, all is passed on as it comes.
final class CollectedOutput {
  private static let mostInMemory = 1 << 20

  private let passage: OutputSink
  private let directory: String
  private var bytes: [UInt8] = []
  private var file: Int32 = -1
  private var isCollecting = true

  init(for passage: OutputSink, directory: String = CollectedOutput.directory) {
    self.passage = passage
    self.directory = directory
  }

  deinit {
    if file >= 0 { close(file) }
  }

  private static var directory: String {
    getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  func append(_ more: UnsafeRawBufferPointer) {
    guard isCollecting else { return passage.write(more) }
    if file < 0, bytes.count + more.count <= Self.mostInMemory {
      bytes += more
    } else if !keepInFile(more) {
      pass()
      passage.write(more)
      isCollecting = false
    }
  }

  /// Passes on what is collected; later bytes are collected anew.
  func pass() {
    bytes.withUnsafeBytes { passage.write($0) }
    bytes = []
    guard file >= 0 else { return }
    lseek(file, 0, SEEK_SET)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0, !passage.isClosed else { break }
      chunk.withUnsafeBytes { passage.write(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    close(file)
    file = -1
  }

  /// Either all bytes are kept or none.
  private func keepInFile(_ more: UnsafeRawBufferPointer) -> Bool {
    if file < 0 { file = Self.unlinkedFile(in: directory) }
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

  /// A file without a name, which is gone when closed; -1 if that is not possible.
  private static func unlinkedFile(in directory: String) -> Int32 {
    var path = Array("\(directory)/targets-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return -1 }
    unlink(path)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }
}
