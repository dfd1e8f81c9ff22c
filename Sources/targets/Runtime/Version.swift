enum Version {
  /// The version of the program, for `--version`; `CHANGELOG.md` begins with it.
  static let current = "1.0.0"

  static let line = "targets \(current)"

  /// The day of the last change of the version, for the manual.
  static let date = "2026-11-22"
}
