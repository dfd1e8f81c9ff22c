/// The environment of a program under test, without any of the tester's own settings.
///
/// Retain it to run several programs with the same home directory.
public struct ProgramEnvironment: Sendable {
  /// The program's home directory: new, and removed with the last copy of this value.
  public let home: TemporaryDirectory

  /// The complete environment.
  public var variables: [String: String]

  /// Makes a fresh home and an environment that points to it.
  ///
  /// - Parameter changes: Variables to set; `nil` removes one.
  public init(_ changes: [String: String?] = [:]) {
    home = TemporaryDirectory()
    variables = [
      "HOME": home.path,
      "LANG": "C.UTF-8",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      "TERM": "xterm-256color",
      "TMPDIR": home.path,
      "XDG_CACHE_HOME": home.path(".cache"),
      "XDG_CONFIG_HOME": home.path(".config"),
      "XDG_DATA_HOME": home.path(".local/share"),
      "XDG_STATE_HOME": home.path(".local/state"),
      // Without it, readline uses the machine's /etc/inputrc.
      "INPUTRC": home.path(".inputrc"),
    ]
    for (name, value) in changes { variables[name] = value }
  }

  /// The same home with some variables set, or removed with `nil`.
  public func setting(_ changes: [String: String?]) -> ProgramEnvironment {
    var copy = self
    for (name, value) in changes { copy.variables[name] = value }
    return copy
  }
}
