/// Why a snapshot was not written.
///
/// The file at its path is unchanged, and no temporary file is left.
///
/// What was at its path is unchanged, and nothing else is left.
public enum SnapshotError: Error, Equatable, Sendable {
  /// The file, or a folder for it, could not be made; `reason` is the system's own message.
  case unwritable(path: String, reason: String)
}

extension SnapshotError: CustomStringConvertible {
  /// The error in one line for the user.
  public var description: String {
    switch self {
    case .unwritable(let path, let reason): "\(path): \(reason)"
    }
  }
}
