/// Why names could not be read.
///
/// Each case carries the input's path, or `standard input`.
package enum PageSourceError: Error, Equatable, Sendable {
  /// There is nothing at this path.
  case missing(String)

  /// It is a directory.
  case directory(String)

  /// The system refused; `reason` is its own message.
  case unreadable(String, reason: String)

  /// It is text, but in UTF-16.
  case utf16(String)

  /// It is text, but in UTF-32.
  case utf32(String)

  /// It was asked for from its beginning again, and what came through a pipe is gone.
  case cannotStartOver(String)
}

extension PageSourceError: CustomStringConvertible {
  /// One line for the user: on what, why, and what to do where that is known.
  package var description: String {
    switch self {
    case .missing(let input): "\(input): no such file"
    case .directory(let input): "\(input): is a directory"
    case .unreadable(let input, let reason): "\(input): \(reason)"
    case .utf16(let input): Self.encoding("UTF-16", of: input)
    case .utf32(let input): Self.encoding("UTF-32", of: input)
    case .cannotStartOver(let input): "\(input): cannot be read a second time: it is a pipe"
    }
  }

  private static func encoding(_ encoding: String, of input: String) -> String {
    "\(input): looks like \(encoding); convert it with iconv -f \(encoding) -t UTF-8"
  }
}
