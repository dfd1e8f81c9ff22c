import Files
import Glibc
import ListModel
package import TargetStore

/// A new file with entries of a log, one JSON object per line, as `log --format ndjson` prints them.
///
/// After these fields, a line about a row has its `key` in the store, and in `after` the decision
/// and marks that the row had after the entry. An existing file is not overwritten. Without
/// ``finish()``, no file remains.
package final class LogArchiveFile {
  private let path: String
  private let file: NewFile
  private let checksum = Checksum()
  private var buffer: [UInt8] = []
  private var length = 0
  package private(set) var count = 0

  private static let capacity = 1 << 16

  package init(at path: String) throws {
    self.path = path
    do {
      file = try NewFile(at: "\(path).\(getpid()).new", mode: 0o600)
    } catch {
      throw Self.failure(path, error)
    }
  }

  package func add(_ entries: [LogEntry]) throws {
    for entry in entries {
      buffer += LogPrinter.object(entry).utf8
      buffer.append(UInt8(ascii: "\n"))
      count += 1
      if buffer.count >= Self.capacity { try flush() }
    }
  }

  /// Syncs the file and gives it its name.
  ///
  /// - Returns: Its checksum.
  package func finish() throws -> String {
    try flush()
    do {
      try file.sync()
      try file.takeName(path)
    } catch {
      throw Self.failure(path, error)
    }
    Files.sync(folder: Files.folder(of: path))
    return checksum.digits
  }

  /// Removes a finished file, because its entries stay in the store.
  package func remove() { unlink(path) }

  private func flush() throws {
    do {
      try buffer.withUnsafeBytes { try file.write($0, at: length) }
    } catch {
      throw Self.failure(path, error)
    }
    buffer.withUnsafeBytes { checksum.add($0) }
    length += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  private static func failure(_ path: String, _ error: any Error) -> Failure {
    Failure("log: \(path): \(error); nothing was archived")
  }
}
