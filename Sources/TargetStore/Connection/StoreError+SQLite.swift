import GRDB
import Glibc

extension StoreError {
  /// Reads what SQLite says as what it means for the user.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - path: The store, for the message.
  ///   - systemError: `errno` of the system call that failed, where it is known.
  init(_ error: any Error, path: String, systemError: CInt = 0) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(error, path, systemError)
    default: self = .unusable(path: path, reason: "\(error)")
    }
  }

  private init(_ error: DatabaseError, _ path: String, _ systemError: CInt) {
    switch error.resultCode {
    case .SQLITE_CORRUPT:
      self = .damaged(path: path, reason: "its contents do not fit together")
    case .SQLITE_NOTADB:
      self = .damaged(path: path, reason: "it is not a database")
    case .SQLITE_FULL:
      self = .full(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .busy(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM:
      self = .readOnly(path: path)
    default:
      let reason = error.message ?? "\(error.extendedResultCode)"
      self =
        systemError == 0
        ? .unusable(path: path, reason: reason)
        : StoreError(errno: systemError, path: path, otherwise: reason)
    }
  }

  /// Reads an error of the system, met while something was to be written.
  init(errno code: CInt, path: String, otherwise reason: String? = nil) {
    switch code {
    case EACCES, EPERM, EROFS: self = .readOnly(path: path)
    case ENOSPC, EDQUOT, EFBIG: self = .full(path: path)
    default: self = .unusable(path: path, reason: reason ?? Self.message(of: code))
    }
  }

  /// Why, without on what: for messages that say the rest themselves.
  var reason: String {
    switch self {
    case .unusable(_, let reason), .damaged(_, let reason), .unsure(_, let reason, _): reason
    case .full: "disk full"
    case .readOnly: "read-only"
    case .busy: "locked by other programs"
    default: "\(self)"
    }
  }

  /// The system's own words for an `errno`.
  static func message(of code: CInt) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
