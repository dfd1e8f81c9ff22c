import Files
import Glibc

/// The paths and the status of the store's file.
///
/// It never opens the store itself: closing a descriptor releases all POSIX locks that the process
/// has on the file, including SQLite's.
struct StoreFile: Sendable {
  struct Identity: Equatable {
    let device: dev_t
    let inode: ino_t
  }

  struct Status {
    let identity: Identity

    let size: Int

    /// The mode of the store and of the files next to it.
    let mode: mode_t

    var isEmpty: Bool { size == 0 }
  }

  let path: String

  /// The path for system calls, prefixed so that SQLite cannot read it as `:memory:` or `file:…`.
  let location: String

  private let isUnderSudo = getenv("SUDO_UID") != nil

  init(path: String) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .unusable(path: path, reason: "not a valid path")
    }
    self.path = path
    location = path.hasPrefix("/") ? path : "./" + path
  }

  /// Rejects a file that cannot be a store of this user; `nil` if there is no file.
  func status() throws(StoreError) -> Status? {
    var found = stat()
    if lstat(location, &found) != 0 {
      if errno == ENOENT { return nil }
      throw .unusable(path: path, reason: StoreError.message(of: errno))
    }
    switch found.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw .unusable(path: path, reason: "a symbolic link; use the file itself")
    default: throw .unusable(path: path, reason: "not a regular file")
    }
    if found.st_nlink > 1 {
      // With hard links, each path would have its own lock and journal.
      throw .unusable(
        path: path, reason: "a file with several names (hard links); keep one of them")
    }
    // SQLite treats a file of one byte as empty, and would overwrite it.
    if found.st_size == 1 { throw .damaged(path: path, reason: "it is not a database") }
    // Writing as another user (for example under sudo) would leave files that the owner cannot
    // write.
    if found.st_uid != geteuid(), allows(W_OK) { throw .notOwned(path: path) }
    if !allows(R_OK) { throw .unusable(path: path, reason: StoreError.message(of: errno)) }
    return Status(
      identity: Identity(device: found.st_dev, inode: found.st_ino), size: Int(found.st_size),
      mode: found.st_mode & 0o666)
  }

  /// An edit also needs a journal and a lock beside the file, which stay there.
  var isWritable: Bool {
    allows(W_OK)
      && (allows(W_OK | X_OK, on: Files.folder(of: location))
        || ["-lock", "-journal"].allSatisfy { allows(W_OK, on: location + $0) })
  }

  /// If this cannot be found out, opening the file reports it.
  private func allows(_ mode: CInt, on path: String? = nil) -> Bool {
    faccessat(AT_FDCWD, path ?? location, mode, AT_EACCESS) == 0
      || ![EACCES, EPERM, EROFS, ENOENT].contains(errno)
  }
}

// MARK: Making it

extension StoreFile {
  /// Creates the missing folders of the path, accessible to their owner only.
  func makeFolder() throws(StoreError) {
    let folder = Files.folder(of: location)
    if isUnderSudo, geteuid() == 0 { try checkOwner(ofNearest: folder) }
    do {
      try Files.makeFolder(folder) { Files.sync(folder: Files.folder(of: $0)) }
    } catch {
      throw StoreError(errno: error.code, path: path)
    }
  }

  /// Rejects the folder, or its parent if it is missing, unless root owns it.
  private func checkOwner(ofNearest folder: String) throws(StoreError) {
    var (folder, found) = (folder, stat())
    while stat(folder, &found) != 0 {
      guard errno == ENOENT else { throw StoreError(errno: errno, path: path) }
      folder = Files.folder(of: folder)
    }
    if found.st_uid != 0 { throw .notOwned(path: path) }
  }

  /// Creates a store without lists that only its owner can read, unlike a file created by SQLite.
  ///
  /// It is complete when it gets its name, so its first edit leaves no journal beside it. Must be
  /// called with the lock.
  func create(_ schema: Schema) throws {
    let draft = try StoreDraft(of: self)
    do {
      let database = try SQLiteDatabase(path: draft.location, .writing, patience: .zero)
      try database.execute("PRAGMA synchronous = OFF")
      try database.transaction(.writing) { (try schema.create(in: database), commits: true) }
    }
    try draft.finish()
    // SQLite would apply an old journal to the new store.
    unlink(location + "-journal")
    try draft.putInPlace()
  }
}
