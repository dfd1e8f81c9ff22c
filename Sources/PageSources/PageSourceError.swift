/// Why names could not be read from an input, which is a path or `standard input`.
package enum PageSourceError: Error, Equatable, Sendable {
  case missing(String)
  case directory(String)

  case unreadable(String, reason: String)

  case utf16(String)
  case utf32(String)

  case cannotStartOver(String)
}

extension PageSourceError: CustomStringConvertible {
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
