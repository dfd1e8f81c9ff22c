import Foundation
import Synchronization

/// A directory for one test, removed with its content on release.
public final class TemporaryDirectory: Sendable {
  /// The absolute path, without a slash at the end.
  public let path: String

  /// Makes an empty directory that only this user can access.
  ///
  /// - Parameter isInMemory: Whether it can be in memory, so that writing does not wait for a disk;
  ///   without `/dev/shm`, it is in `/tmp` anyway.
  /// - Precondition: There is room for it, as no test can run without one.
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

  /// Keeps the directory until the process ends, for data that many tests read.
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

  /// The path of an entry of the directory, which need not exist.
  public func path(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes a file, and creates its directories.
  ///
  /// - Returns: Its path.
  /// - Throws: The error of the file system.
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
  /// - Throws: The error of the file system.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }
}
