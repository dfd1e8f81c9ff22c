import Glibc

/// The folders in which a program is found by its name.
///
/// Only absolute ones count: a folder such as `.` would run a program of whatever folder is current.
package enum SearchPath {
  /// The folders searched without `PATH`, or where it has no absolute folder.
  private static let usual = "/usr/bin:/bin"

  /// The absolute folders of a text like `PATH`, in its order.
  package static func folders(of text: String) -> [String] {
    text.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// The folders of the environment's `PATH`.
  package static var folders: [String] {
    let given = getenv("PATH").map { folders(of: String(cString: $0)) } ?? []
    return given.isEmpty ? folders(of: usual) : given
  }

  /// The `PATH` for programs that this one starts, a shell say; `nil` if they may keep theirs.
  ///
  /// A run of many commands needs it for each.
  static let replacement: String? = {
    guard let path = getenv("PATH").map({ String(cString: $0) }) else { return nil }
    let isAbsolute = path.split(separator: ":", omittingEmptySubsequences: false).allSatisfy {
      $0.hasPrefix("/")
    }
    return isAbsolute ? nil : folders.joined(separator: ":")
  }()
}
