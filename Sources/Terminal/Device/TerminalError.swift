/// Why there is no terminal to work with.
package enum TerminalError: Error, Equatable {
  /// The terminal could not be opened or set up; `reason` is the system's own message.
  case noTerminal(path: String, reason: String)

  /// The process runs in the background and nobody can bring it to the front.
  case inBackground(path: String)

  /// Signals could not be listened to; `reason` is the system's own message.
  case noSignals(reason: String)
}

extension TerminalError: CustomStringConvertible {
  /// One line for the user: what failed, on what, why.
  package var description: String {
    switch self {
    case .noTerminal(let path, let reason):
      "no terminal to show the list on: \(path): \(reason)"
    case .inBackground(let path):
      "no terminal to show the list on: \(path): in use by another job"
    case .noSignals(let reason):
      "signals cannot be listened to: \(reason)"
    }
  }
}
