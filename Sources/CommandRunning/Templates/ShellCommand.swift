/// A script for `sh -c`, with the values of its positional parameters from `$1` on.
package struct ShellCommand: Hashable, Sendable {
  package let script: String

  /// Any bytes but NUL: a row may be a line that is not valid UTF-8.
  package let parameters: [[UInt8]]

  /// The arguments for the shell; `$0`, which names the source of its messages, is `targets`.
  package var arguments: [[UInt8]] {
    ["sh", "-c", script, "targets"].map { Array($0.utf8) } + parameters
  }
}
