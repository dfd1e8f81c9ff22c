import Glibc
import Processes

/// Finds programs as the shell does, but only in absolute folders.
enum ProgramPath {
  /// The path of a program; a name with a slash is a path already, from `folder`.
  ///
  /// - Throws: The error that `execvp` would give: `EACCES` if it cannot be executed, else `ENOENT`.
  static func find(
    _ name: String, in folder: String? = nil
  ) throws(ChildProcess.Failure) -> String {
    if name.utf8.contains(UInt8(ascii: "/")) {
      guard let folder, !name.hasPrefix("/") else { return name }
      return folder + "/" + name
    }
    guard !name.isEmpty else { throw ChildProcess.Failure(code: ENOENT) }
    var code = ENOENT
    for directory in SearchPath.folders {
      let path = "\(directory)/\(name)"
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if access(path, X_OK) == 0 { return path }
      code = EACCES
    }
    throw ChildProcess.Failure(code: code)
  }
}

extension ChildProcess.Failure {
  /// Why a program cannot be started; `path` is where it was found.
  func message(of program: String, path: String?) -> String {
    let reason =
      switch code {
      case ENOENT where path == nil && !program.utf8.contains(UInt8(ascii: "/")):
        "command not found"
      // The system reports the same error for a script whose interpreter is missing.
      case ENOENT where access(path ?? program, F_OK) == 0: "interpreter not found"
      default: "\(self)"
      }
    return "\(program): \(reason)"
  }
}
