extension TargetStore {
  /// Where the kept lists are when the command line does not say.
  ///
  /// `TARGETS_STORE`, else `targets/targets.db` in `XDG_DATA_HOME` (which counts only when it is
  /// absolute, as its specification has it), else the same in `.local/share` of `HOME`. An empty
  /// variable is one that is not set.
  ///
  /// - Parameter environment: The variables of the process.
  /// - Returns: A path, which is relative only if `TARGETS_STORE` is.
  /// - Throws: ``StoreError/noPath`` if none of them says, and ``StoreError/unusable(path:reason:)``
  ///   if `HOME` is all there is and not an absolute path.
  package static func defaultPath(
    environment: [String: String]
  ) throws(StoreError) -> String {
    if let path = environment["TARGETS_STORE"], !path.isEmpty { return path }
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return "\(folder)/targets/targets.db"
    }
    guard let home = environment["HOME"], !home.isEmpty else { throw .noPath }
    guard home.hasPrefix("/") else {
      throw .unusable(path: home, reason: "HOME is not an absolute path; give a file with --store")
    }
    return "\(home)/.local/share/targets/targets.db"
  }
}

extension TargetStore {
  /// The folder that a file or a folder is in: `/` and `.` are in themselves.
  package static func folder(of path: String) -> String {
    let trimmed = path.reversed().drop { $0 == "/" }
    let folder = trimmed.drop { $0 != "/" }.drop { $0 == "/" }
    if folder.isEmpty { return path.hasPrefix("/") ? "/" : "." }
    return String(folder.reversed())
  }
}
