import Files
import Glibc

/// A store that is written under another name and then renamed, so that nobody finds it incomplete.
///
/// The file is removed with the last reference, unless it was renamed.
final class StoreDraft {
  /// Its path for system calls and SQLite.
  var location: String { newFile.temporaryPath }

  private let newFile: NewFile
  private let file: StoreFile

  private var descriptor: CInt { newFile.descriptor }

  /// Makes an empty file that only its owner can read.
  init(of file: StoreFile) throws(StoreError) {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    self.file = file
    do {
      newFile = try NewFile(at: "\(file.location).\(getpid()).\(random).part")
    } catch {
      throw StoreError(errno: error.code, path: file.path)
    }
    fchmod(descriptor, 0o600)
  }

  deinit {
    unlink("\(location)-journal")
  }

  /// Gives the store a random change counter, and syncs it to disk.
  ///
  /// Otherwise the counters of all stores and copies would begin at 1, and a journal of one could
  /// look like that of another. Must be called when SQLite no longer has the file open.
  ///
  /// - Returns: The length in bytes.
  @discardableResult
  func finish() throws(StoreError) -> Int {
    var header = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor, &header, header.count, 0) == header.count else {
      throw .unusable(path: file.path, reason: "it was changed while being created")
    }
    let counter = UInt32.random(in: 1 ... .max)
    for byte in 0..<4 {
      let part = UInt8(truncatingIfNeeded: counter >> (24 - 8 * UInt32(byte)))
      header[24 + byte] = part
      // The change counter of the last edit, which marks the header's other fields as current.
      header[92 + byte] = part
    }
    var found = stat()
    guard pwrite(descriptor, header, header.count, 0) == header.count, fsync(descriptor) == 0,
      fstat(descriptor, &found) == 0
    else { throw StoreError(errno: errno, path: file.path) }
    return Int(found.st_size)
  }

  /// Replaces the file that has the store's name; call it after `finish` or `fill`.
  func putInPlace() throws(StoreError) {
    do {
      try newFile.replace(file.location)
    } catch {
      throw StoreError(errno: error.code, path: file.path)
    }
    Files.sync(folder: Files.folder(of: file.location))
  }

  /// Copies a file byte by byte, and syncs the copy to disk.
  ///
  /// Nothing in this process may have that file open: closing it releases all locks on it.
  func fill(fromFile place: String) throws(StoreError) {
    let source = open(place, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard source >= 0 else { throw StoreError(errno: errno, path: file.path) }
    defer { close(source) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(source, &bytes, bytes.count)
      if count == 0 { break }
      guard count > 0 else { throw StoreError(errno: errno, path: file.path) }
      let written = write(descriptor, bytes, count)
      guard written == count else {
        throw StoreError(errno: written < 0 ? errno : ENOSPC, path: file.path)
      }
    }
    guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, path: file.path) }
  }
}
