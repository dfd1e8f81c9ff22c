/// A script for `sh -c`, with the values of its positional parameters from `$1` on.
package struct ShellCommand: Hashable, Sendable {
  package let script: String
  package let parameters: [String]

  /// The arguments for the shell; `$0`, which names the source of its messages, is `targets`.
  package var arguments: [String] { ["sh", "-c", script, "targets"] + parameters }
}
