import Foundation
import Synchronization

/// A directory of its own for one test, removed with all it holds when let go.
public final class TemporaryDirectory: Sendable {
  /// Where it is; absolute, without a slash at the end.
  public let path: String

  /// Makes an empty directory that only this user may enter.
  ///
  /// - Parameter isInMemory: Whether nothing in it has to survive the computer, so that the disk is
  ///   not waited for; it is in `/tmp` all the same where there is no `/dev/shm`.
  /// - Precondition: There is room for it: no test can go on without one.
  public init(isInMemory: Bool = false) {
    let parent = isInMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/targets-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary directory can be made")
    path = template.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    remove()
  }

  private static let lasting = Mutex<[TemporaryDirectory]>([])

  /// Keeps the directory until the process ends, for what many tests read and none lets go.
  public func untilExit() -> TemporaryDirectory {
    let isFirst = Self.lasting.withLock { directories in
      directories.append(self)
      return directories.count == 1
    }
    if isFirst {
      atexit { TemporaryDirectory.lasting.withLock { $0.forEach { $0.remove() } } }
    }
    return self
  }

  private func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in the directory, there or not.
  public func path(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes a file, and the directories it is in.
  ///
  /// - Returns: Its path.
  /// - Throws: What the file system says.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Writes text as a file.
  ///
  /// - Returns: Its path.
  /// - Throws: What the file system says.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }
}
