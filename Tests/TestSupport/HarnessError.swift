import Glibc

/// Why a test could not be set up: never the fault of what is tested.
public enum HarnessError: Error, Equatable, CustomStringConvertible {
  /// A call to the system failed with the given `errno`.
  case system(String, Int32)

  /// No built product of this name lies beside the test bundle.
  case noExecutable(String, directory: String)

  /// The program was still running when the time was up; it was killed.
  case timedOut(String)

  /// A program that prepares a test failed with this on its standard error.
  case failed(String, String)

  /// One line: what failed, and why.
  public var description: String {
    switch self {
    case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
    case .noExecutable(let name, let directory): "no executable \(name) in \(directory)"
    case .timedOut(let name): "\(name) did not end in time"
    case .failed(let name, let words): "\(name): \(words)"
    }
  }
}
