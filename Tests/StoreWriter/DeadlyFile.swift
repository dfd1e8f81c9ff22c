import GRDBSQLite
import Glibc
import Synchronization

/// SQLite's way to files, by which the program is killed at a write that can be named.
///
/// It is the system's own, but for what changes a file: writing, cutting off and syncing are counted,
/// and the last one is not done.
struct DeadlyFile {
  private static let left = Atomic<Int>(0)

  // The functions that SQLite has for the file, with those in place of which they are: SQLite keeps
  // a pointer to them in the file, and gives the functions the file.
  private var methods: sqlite3_io_methods
  private let system: UnsafePointer<sqlite3_io_methods>

  /// Has the program killed in place of the write of that number.
  static func kill(atWrite number: Int) {
    left.store(number, ordering: .relaxed)
    guard let system = sqlite3_vfs_find("unix") else { exit(70) }
    let deadly = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    deadly.initialize(to: system.pointee)
    deadly.pointee.zName = UnsafePointer(strdup("deadly"))
    deadly.pointee.xOpen = { _, path, file, flags, outFlags in
      guard let system = sqlite3_vfs_find("unix"), let open = system.pointee.xOpen else {
        return SQLITE_CANTOPEN
      }
      let code = open(system, path, file, flags, outFlags)
      if code == SQLITE_OK { DeadlyFile.replaceMethods(of: file) }
      return code
    }
    sqlite3_vfs_register(deadly, 1)
  }

  private static func replaceMethods(of file: UnsafeMutablePointer<sqlite3_file>?) {
    guard let file, let system = file.pointee.pMethods else { return }
    var methods = system.pointee
    methods.xWrite = { file, bytes, count, offset in
      DeadlyFile.countDown()
      return DeadlyFile.system(file).xWrite(file, bytes, count, offset)
    }
    methods.xTruncate = { file, size in
      DeadlyFile.countDown()
      return DeadlyFile.system(file).xTruncate(file, size)
    }
    methods.xSync = { file, flags in
      DeadlyFile.countDown()
      return DeadlyFile.system(file).xSync(file, flags)
    }
    let deadly = UnsafeMutablePointer<DeadlyFile>.allocate(capacity: 1)
    deadly.initialize(to: DeadlyFile(methods: methods, system: system))
    file.pointee.pMethods = UnsafeRawPointer(deadly).assumingMemoryBound(
      to: sqlite3_io_methods.self)
  }

  private static func system(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods {
    guard let methods = file?.pointee.pMethods else { exit(70) }
    return UnsafeRawPointer(methods).load(as: DeadlyFile.self).system.pointee
  }

  private static func countDown() {
    if left.subtract(1, ordering: .relaxed).newValue == 0 { Glibc.kill(getpid(), SIGKILL) }
  }
}
