/// Why the terminal cannot be used; a `reason` is the system's message.
package enum TerminalError: Error, Equatable {
  case noTerminal(path: String, reason: String)

  /// The process is in the background and can never get to the foreground.
  case inBackground(path: String)
  case noSignals(reason: String)
}

extension TerminalError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noTerminal(let path, let reason):
      "\(path): \(reason)"
    case .inBackground(let path):
      "\(path): the terminal is in use by another job"
    case .noSignals(let reason):
      "cannot listen for signals: \(reason)"
    }
  }
}
