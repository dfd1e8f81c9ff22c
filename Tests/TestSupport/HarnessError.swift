import Glibc

/// Why a test could not be set up, which is never the fault of the tested code.
public enum HarnessError: Error, Equatable, CustomStringConvertible {
  /// A system call failed with the given `errno`.
  case system(String, Int32)

  /// No built product with this name is beside the test bundle.
  case noExecutable(String, directory: String)

  /// The program was still running when the time was up, and was killed.
  case timedOut(String)

  /// A program that prepares a test failed, with this text on its standard error.
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
