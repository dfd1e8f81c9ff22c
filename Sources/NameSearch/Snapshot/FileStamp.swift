import Glibc

/// What tells a file that was written once from a copy and from one that was changed later.
///
/// The writer chooses a time of last change, random and in the past, and has the file keep it. Every
/// later write sets another time, and a copy has another inode. So a file with the stamp that is
/// written in it is as its writer left it, and its content need not be checked.
struct FileStamp: Equatable, Sendable {
  let byteCount: Int64
  let inode: UInt64
  let seconds: Int64
  let nanoseconds: Int64

  init(byteCount: Int64, inode: UInt64, time: timespec) {
    self.byteCount = byteCount
    self.inode = inode
    seconds = Int64(time.tv_sec)
    nanoseconds = Int64(time.tv_nsec)
  }

  init(of status: stat) {
    self.init(byteCount: Int64(status.st_size), inode: UInt64(status.st_ino), time: status.st_mtim)
  }

  init(from packed: inout PackedReader) throws(UnusableSnapshot) {
    byteCount = try packed.number()
    inode = try packed.number()
    seconds = try packed.number()
    nanoseconds = try packed.number()
  }

  func append(to packed: inout PackedBytes) {
    packed.append(byteCount)
    packed.append(inode)
    packed.append(seconds)
    packed.append(nanoseconds)
  }

  /// A time between the years 2001 and 2017, in even seconds, which any file system keeps.
  static func randomTime() -> timespec {
    timespec(
      tv_sec: 2 * .random(in: 500_000_000..<750_000_000), tv_nsec: 0)
  }
}
