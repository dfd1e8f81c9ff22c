/// What the command line asks for.
struct Options {
  /// Why a command line is refused.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  /// A file of names, one a line; without it names are made up.
  private(set) var file: String?

  /// How many names, if that is said.
  private(set) var rows: Int?

  /// Whether the baselines are left out.
  private(set) var isQuick = false

  /// What the names of the wanted cases start with; empty for all.
  private(set) var words: [String] = []

  /// Reads arguments, without the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--names":
        guard let value = arguments.next() else {
          throw UsageError(description: "--names: a file is missing")
        }
        file = value
      case "--rows":
        guard let value = arguments.next().flatMap({ Int($0) }), value > 0 else {
          throw UsageError(description: "--rows: a number above zero is missing")
        }
        rows = value
      case "--quick":
        isQuick = true
      case let option where option.hasPrefix("--"):
        throw UsageError(description: "\(option): no such option")
      default:
        words.append(argument)
      }
    }
  }

  /// Whether a case is wanted.
  func wants(_ name: String) -> Bool {
    words.isEmpty || words.contains { name.hasPrefix($0) }
  }
}
