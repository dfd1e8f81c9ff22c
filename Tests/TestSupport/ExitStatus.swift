import Glibc

/// How a program ended.
public enum ExitStatus: Equatable, Sendable, CustomStringConvertible {
  /// It ended by itself, with this exit code.
  case code(Int32)

  /// It was ended by this signal.
  case signal(Int32)

  /// Reads what `waitpid` reports.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .code((waitStatus >> 8) & 0xff) : .signal(signal)
  }

  /// The text in a test report.
  public var description: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let number): "signal \(number) (\(String(cString: strsignal(number))))"
    }
  }
}
