/// Why names could not be read from an input, which is a path or `standard input`.
package enum PageSourceError: Error, Equatable, Sendable {
  case missing(String)
  case directory(String)

  case unreadable(String, reason: String)

  case encoding(String, SourceEncoding)

  case cannotStartOver(String)
}

extension PageSourceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let input): "\(input): no such file"
    case .directory(let input): "\(input): is a directory"
    case .unreadable(let input, let reason): "\(input): \(reason)"
    case .encoding(let input, let encoding):
      "\(input): looks like \(encoding.rawValue); "
        + "convert it with iconv -f \(encoding.rawValue) -t UTF-8"
    case .cannotStartOver(let input): "\(input): cannot be read a second time: it is a pipe"
    }
  }
}
