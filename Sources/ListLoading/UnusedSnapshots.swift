import Files
import Glibc

/// Removes snapshots of deleted stores and lists, which no one will open.
enum UnusedSnapshots {
  private static let day = 24 * 60 * 60
  private static let longest = 90 * day

  /// Records the use of a snapshot, at most once a day.
  static func noteUse(of path: String) {
    guard let age = age(of: path), age > day else { return }
    utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW)
  }

  /// Call it after writing a snapshot, which takes much longer.
  static func remove(besides path: String) {
    let folder = Files.folder(of: path)
    for name in Files.names(in: folder) {
      let found = "\(folder)/\(name)"
      guard name.hasSuffix(".names"), found != path, let age = age(of: found), age > longest
      else { continue }
      unlink(found)
      unlink(found + ".lock")
    }
  }

  /// The seconds since a file was changed or used; `nil` if it does not exist.
  private static func age(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return time(nil) - status.st_mtim.tv_sec
  }
}
