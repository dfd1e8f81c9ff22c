import CSQLite
import Glibc

extension StoreError {
  /// Converts any error.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as SQLiteError: self.init(error, path)
    default: self = .unusable(path: path, reason: "\(error)")
    }
  }

  private init(_ error: SQLiteError, _ path: String) {
    switch error.primaryCode {
    // SQLite reports a disk that cannot be read as damage, and a file that it cannot examine as
    // moved.
    case SQLITE_CORRUPT where Self.failures.contains(error.systemError),
      SQLITE_READONLY where Self.failures.contains(error.systemError):
      self = .unusable(path: path, reason: Self.message(of: error.systemError))
    case SQLITE_READONLY where error.isOfMovedFile:
      self = .replaced(path: path)
    case SQLITE_CORRUPT:
      self = .damaged(path: path, reason: "its contents are inconsistent")
    case SQLITE_NOTADB:
      self = .damaged(path: path, reason: "it is not a database")
    case SQLITE_FULL:
      self = .full(path: path)
    case SQLITE_BUSY, SQLITE_LOCKED:
      self = .busy(path: path)
    case SQLITE_READONLY, SQLITE_PERM:
      self = .readOnly(path: path)
    default:
      self =
        error.systemError == 0
        ? .unusable(path: path, reason: error.message)
        : StoreError(errno: error.systemError, path: path, otherwise: error.message)
    }
  }

  /// The values of `errno` for failures that are not caused by the content of the file.
  private static let failures: Set<CInt> = [EIO, ENXIO, EINTR, EAGAIN, ENOMEM, EMFILE, ENFILE]

  /// Converts the `errno` of a failed write.
  init(errno code: CInt, path: String, otherwise reason: String? = nil) {
    switch code {
    case EACCES, EPERM, EROFS: self = .readOnly(path: path)
    case ENOSPC, EDQUOT, EFBIG: self = .full(path: path)
    default: self = .unusable(path: path, reason: reason ?? Self.message(of: code))
    }
  }

  /// The cause alone, without the path.
  var reason: String {
    switch self {
    case .unusable(_, let reason), .inapplicable(_, let reason), .damaged(_, let reason),
      .unsure(_, let reason, _),
      .offline(_, let reason), .refused(_, let reason), .notAllowed(_, let reason):
      reason
    case .full: "disk full"
    case .readOnly: "read-only"
    case .busy: "locked by another program"
    default: "\(self)"
    }
  }

  static func message(of code: CInt) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
