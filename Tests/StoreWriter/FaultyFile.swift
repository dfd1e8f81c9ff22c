import CSQLite
import Glibc
import Synchronization

/// Makes SQLite's file access fail: one call of some kind, or all calls from one on.
///
/// All other calls are passed to the system.
enum FaultyFile {
  /// The call that fails.
  struct Fault {
    /// The kinds of calls that are counted.
    var calls: Set<String>

    /// The number of the failing call, from 1.
    var number: Int

    /// The effect of the fault.
    var effect: Effect
  }

  enum Effect {
    /// The program is killed instead of the call.
    case death

    /// The call fails; with `isForGood`, all later calls fail as well.
    case failure(isForGood: Bool)
  }

  // SQLite's functions for a file, and those that they replace: SQLite stores a pointer to them in
  // the file, and passes the file to them.
  private struct Methods {
    var faulty: sqlite3_io_methods
    let system: UnsafePointer<sqlite3_io_methods>
  }

  private static let fault = Mutex<(fault: Fault, count: Int)?>(nil)

  /// Makes SQLite use such files from now on.
  static func install(_ fault: Fault) {
    self.fault.withLock { $0 = (fault, 0) }
    guard let system = sqlite3_vfs_find("unix") else { exit(70) }
    let faulty = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    faulty.initialize(to: system.pointee)
    faulty.pointee.zName = UnsafePointer(strdup("faulty"))
    faulty.pointee.xOpen = { _, path, file, flags, outFlags in
      guard let system = sqlite3_vfs_find("unix"), let open = system.pointee.xOpen else {
        return SQLITE_CANTOPEN
      }
      let code = open(system, path, file, flags, outFlags)
      if code == SQLITE_OK { FaultyFile.replaceMethods(of: file) }
      return code
    }
    sqlite3_vfs_register(faulty, 1)
  }

  private static func replaceMethods(of file: UnsafeMutablePointer<sqlite3_file>?) {
    guard let file, let system = file.pointee.pMethods else { return }
    var methods = system.pointee
    methods.xRead = { file, bytes, count, offset in
      FaultyFile.code(of: "read", 266) ?? FaultyFile.system(file).xRead(file, bytes, count, offset)
    }
    methods.xWrite = { file, bytes, count, offset in
      FaultyFile.code(of: "write", 778)
        ?? FaultyFile.system(file).xWrite(file, bytes, count, offset)
    }
    methods.xTruncate = { file, size in
      FaultyFile.code(of: "truncate", 1546) ?? FaultyFile.system(file).xTruncate(file, size)
    }
    methods.xSync = { file, flags in
      FaultyFile.code(of: "sync", 1034) ?? FaultyFile.system(file).xSync(file, flags)
    }
    methods.xLock = { file, level in
      FaultyFile.code(of: "lock", 3850) ?? FaultyFile.system(file).xLock(file, level)
    }
    methods.xUnlock = { file, level in
      // The lock is released, as the system does it, but an error is returned.
      let code = FaultyFile.system(file).xUnlock(file, level)
      return FaultyFile.code(of: "unlock", 2058) ?? code
    }
    let both = UnsafeMutablePointer<Methods>.allocate(capacity: 1)
    both.initialize(to: Methods(faulty: methods, system: system))
    file.pointee.pMethods = UnsafeRawPointer(both).assumingMemoryBound(to: sqlite3_io_methods.self)
  }

  private static func system(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods {
    guard let methods = file?.pointee.pMethods else { exit(70) }
    return UnsafeRawPointer(methods).load(as: Methods.self).system.pointee
  }

  /// The code with which a call fails, or `nil` if it must be carried out.
  private static func code(of call: String, _ code: CInt) -> CInt? {
    fault.withLock { state in
      guard let fault = state?.fault, fault.calls.contains(call) else { return nil }
      state?.count += 1
      let count = state?.count ?? 0
      switch fault.effect {
      case .death:
        if count == fault.number { kill(getpid(), SIGKILL) }
        return nil
      case .failure(let isForGood):
        guard count == fault.number || isForGood && count > fault.number else { return nil }
        errno = EIO
        return code
      }
    }
  }
}
