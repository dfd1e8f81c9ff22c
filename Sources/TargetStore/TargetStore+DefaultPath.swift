extension TargetStore {
  /// The path of the store if the command line gives none; relative only if `TARGETS_STORE` is.
  ///
  /// `TARGETS_STORE`, else `targets/targets.db` in `XDG_DATA_HOME` or else in `HOME/.local/share`.
  /// Empty variables count as unset. A relative `XDG_DATA_HOME` is ignored, as its specification
  /// demands.
  ///
  /// - Throws: ``StoreError/noPath`` if no variable is set, or
  ///   ``StoreError/unusable(path:reason:)`` if only a relative `HOME` is.
  package static func defaultPath(
    environment: [String: String]
  ) throws(StoreError) -> String {
    if let path = environment["TARGETS_STORE"], !path.isEmpty { return path }
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return "\(folder)/targets/targets.db"
    }
    guard let home = environment["HOME"], !home.isEmpty else { throw .noPath }
    guard home.hasPrefix("/") else {
      throw .unusable(path: home, reason: "HOME is not an absolute path; use --store FILE")
    }
    return "\(home)/.local/share/targets/targets.db"
  }
}
