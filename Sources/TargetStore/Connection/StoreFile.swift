import Glibc

/// The file of the store and its neighbours, as the file system shows them.
///
/// It never opens a file that is there: a `close` of our own would drop the locks that SQLite holds
/// on it, because the system keeps them per process and file.
struct StoreFile: Sendable {
  /// One file among all, whatever it is called.
  struct Identity: Equatable {
    let device: dev_t
    let inode: ino_t
  }

  /// What there is at the path.
  struct Status {
    let identity: Identity

    /// The length in bytes.
    let size: Int

    /// True for a file without a byte: a store that nothing was ever written to.
    var isEmpty: Bool { size == 0 }
  }

  /// The path as the user gave it.
  let path: String

  /// The path as the system gets it: SQLite would take `:memory:` or `file:…` for something else.
  let location: String

  private let isUnderSudo = getenv("SUDO_UID") != nil

  init(path: String) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .unusable(path: path, reason: "not a path")
    }
    self.path = path
    location = path.hasPrefix("/") ? path : "./" + path
  }

  /// Looks at the path, and refuses what is no store of this user.
  ///
  /// - Returns: `nil` if there is nothing.
  func status() throws(StoreError) -> Status? {
    var found = stat()
    if lstat(location, &found) != 0 {
      if errno == ENOENT { return nil }
      throw .unusable(path: path, reason: StoreError.message(of: errno))
    }
    switch found.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw .unusable(path: path, reason: "a symbolic link; give the file itself")
    default: throw .unusable(path: path, reason: "not a file")
    }
    // SQLite treats a file of one byte as an empty one, and would write to it.
    if found.st_size == 1 { throw .damaged(path: path, reason: "it is not a database") }
    // Writing as somebody else (under sudo, say) would leave files the owner cannot write.
    if found.st_uid != geteuid(), allows(W_OK) { throw .notOwned(path: path) }
    if !allows(R_OK) { throw .unusable(path: path, reason: StoreError.message(of: errno)) }
    return Status(
      identity: Identity(device: found.st_dev, inode: found.st_ino), size: Int(found.st_size))
  }

  /// Whether the file itself may be written to.
  var isWritable: Bool { allows(W_OK) }

  private func allows(_ mode: CInt) -> Bool {
    faccessat(AT_FDCWD, location, mode, AT_EACCESS) == 0
  }
}

// MARK: What a writer that was cut off has left

extension StoreFile {
  /// Refuses a journal that would make the file longer than it is: an edit never makes it shorter, so that
  /// the journal is damaged, and SQLite would believe it.
  ///
  /// - Throws: ``StoreError/damaged(path:reason:)``.
  func checkJournal(of status: Status) throws(StoreError) {
    let descriptor = open(location + "-journal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 28)
    guard read(descriptor, &header, header.count) == header.count,
      header.starts(with: [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
    else { return }
    func number(at place: Int) -> Int {
      header[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    let (pages, pageSize) = (number(at: 16), number(at: 24))
    guard pages * pageSize <= status.size else {
      throw .damaged(path: path, reason: "the journal beside it is of a longer file")
    }
  }
}

// MARK: Making it

extension StoreFile {
  /// Makes the folder of the file, and those above it, for nobody else to look into.
  func makeFolder() throws(StoreError) {
    var missing: [String] = []
    var folder = TargetStore.folder(of: location)
    var found = stat()
    while stat(folder, &found) != 0 {
      guard errno == ENOENT else { throw StoreError(errno: errno, path: path) }
      missing.append(folder)
      folder = TargetStore.folder(of: folder)
    }
    if isUnderSudo, geteuid() == 0, found.st_uid != 0 {
      throw .notOwned(path: path)
    }
    for folder in missing.reversed() {
      if mkdir(folder, 0o700) != 0, errno != EEXIST {
        throw StoreError(errno: errno, path: path)
      }
      Self.sync(folder: TargetStore.folder(of: folder))
    }
  }

  /// Makes the file, empty, readable for its owner only and on the disk by name.
  ///
  /// SQLite would make it readable for all, as far as the umask allows.
  func create() throws(StoreError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(location, flags, 0o600)
    if descriptor < 0 {
      if errno == EEXIST { return }
      throw StoreError(errno: errno, path: path)
    }
    fchmod(descriptor, 0o600)
    close(descriptor)
    Self.sync(folder: TargetStore.folder(of: location))
  }

  /// Best effort: not every file system can sync a folder, and none needs it to go on.
  private static func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
