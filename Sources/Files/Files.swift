import CGlibc
import Glibc

/// File operations that take more than one system call.
package enum Files {
  /// The parent folder of a path; `/` and `.` are their own parents.
  package static func folder(of path: String) -> String {
    let bytes = Array(path.utf8)
    let slash = UInt8(ascii: "/")
    let end = (bytes.lastIndex { $0 != slash } ?? -1) + 1
    guard let last = bytes[..<end].lastIndex(of: slash) else { return end == 0 ? "/" : "." }
    let folder = bytes[..<((bytes[..<last].lastIndex { $0 != slash } ?? -1) + 1)]
    return folder.isEmpty ? "/" : String(decoding: folder, as: UTF8.self)
  }

  /// Creates a folder and its missing parents, accessible only to their owner.
  ///
  /// `didMake` is called with each created folder, the outermost first.
  package static func makeFolder(
    _ folder: String, didMake: (String) -> Void = { _ in }
  ) throws(FileError) {
    if mkdir(folder, 0o700) == 0 { return didMake(folder) }
    let error = FileError()
    if error.code == EEXIST { return }
    let parent = Self.folder(of: folder)
    guard error.code == ENOENT, parent != folder else { throw error }
    try makeFolder(parent, didMake: didMake)
    if mkdir(folder, 0o700) == 0 { return didMake(folder) }
    // Another process may have created it meanwhile.
    if errno != EEXIST { throw FileError() }
  }

  /// The names of the entries of a folder, unsorted; empty if the folder cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if ![".", ".."].contains(name) { names.append(name) }
    }
    return names
  }

  /// Syncs a folder, ignoring errors because not every file system supports it.
  package static func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Opens a file and reads it as ``read(_:limit:)-(CInt,_)`` does.
  package static func read(_ path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileError() }
    defer { close(descriptor) }
    return try read(descriptor, limit: limit)
  }

  /// Reads a descriptor to its end, but at most `limit` bytes and one more, which shows that there
  /// are more.
  package static func read(
    _ descriptor: CInt, limit: Int = .max
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &chunk, min(chunk.count - 1, limit - bytes.count) + 1)
      if count == 0 { break }
      if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw FileError() }
    }
    return bytes
  }

  /// Renames a file; if the new name is taken, fails with `EEXIST`.
  package static func rename(_ file: String, toNew path: String) throws(FileError) {
    if cglibc_rename_to_new(file, path) == 0 { return }
    if errno == EEXIST { throw FileError() }
    // Some file systems, mostly network ones, always replace files when renaming.
    try link(file, toNew: path)
  }

  static func link(_ file: String, toNew path: String) throws(FileError) {
    if Glibc.link(file, path) != 0 { throw FileError() }
    unlink(file)
  }
}

/// Why a system call on a file failed.
package struct FileError: Error, Equatable {
  package let code: CInt

  /// The error of the last system call; create it before anything else can set `errno`.
  package init() {
    code = errno
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
