import CSpawn
import Glibc

/// How a command ended.
package enum CommandEnding: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// It never ran; the reason is the system's message.
  case notStarted(String)

  init(waitStatus status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  init(error code: Int32) {
    self = .notStarted(String(cString: strerror(code)))
  }
}

extension CommandEnding: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let number): "ended by \(Self.name(of: number))"
    case .notStarted(let reason): "not started: \(reason)"
    }
  }

  private static func name(of signal: Int32) -> String {
    cspawn_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)"
  }
}
