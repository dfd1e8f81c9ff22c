import CSpawn
import Glibc

/// The program that this process runs, to start it again.
package enum OwnProgram {
  /// The absolute path of its file.
  package static let path = path(linked: "/proc/self/exe", given: givenPath)

  /// A link of the kernel leads to the very file that runs, even if another one has taken its place since.
  ///
  /// Where `/proc` is not mounted, it is the path that the kernel was given, without links.
  static func path(linked: String, given: String?) -> String {
    if access(linked, X_OK) == 0 { return linked }
    guard let given, let resolved = realpath(given, nil) else { return linked }
    defer { free(resolved) }
    return access(resolved, X_OK) == 0 ? String(cString: resolved) : linked
  }

  /// The path by which the program was started, which may be relative; `nil` if the kernel tells none.
  static var givenPath: String? { cspawn_given_path().map { String(cString: $0) } }
}
