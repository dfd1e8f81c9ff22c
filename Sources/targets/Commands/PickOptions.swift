import ArgumentParser

/// The options of a picker.
struct PickOptions: ParsableArguments {
  @Flag(
    help:
      """
      Choose one row on the terminal: its name is printed. Without --list or --store, nothing is \
      read from the store or changed in it.
      """)
  var pick = false

  @Option(
    name: [.customShort("m", allowingJoined: true), .long], defaultAsFlag: MostPicks.any,
    parsing: .next,
    help: ArgumentHelp(
      "Pick several rows, at most n: Tab picks one, Enter prints them in that order.",
      valueName: "n"))
  var multi: MostPicks?

  @Flag(name: [.customShort("1"), .customLong("select-1")], help: "Pick a single match unasked.")
  var selectOne = false

  @Flag(
    name: [.customShort("0"), .customLong("exit-0")],
    help: "End at once, with status 1, if nothing matches.")
  var exitZero = false

  @Flag(help: "When picking, first print the query, on a line of its own.")
  var printQuery = false

  /// Each of the options asks for a picker.
  var picks: Bool { pick || multi != nil || selectOne || exitZero || printQuery }

  /// How many rows may be picked, when several may.
  enum MostPicks: ExpressibleByArgument, CustomStringConvertible {
    case any
    case atMost(Int)

    init?(argument: String) {
      guard let number = Int(argument), number > 0 else { return nil }
      self = .atMost(number)
    }

    var count: Int { if case .atMost(let count) = self { count } else { .max } }

    var description: String {
      if case .atMost(let count) = self { "\(count)" } else { "any number" }
    }
  }

  /// Rejects a `--multi=x` that is not a number, which ArgumentParser would ignore.
  static func check(_ arguments: [String]) throws {
    var previous = ""
    for argument in arguments.prefix(while: { $0 != "--" }) {
      defer { previous = argument }
      let isValue = ["-f", "-q", "--query", "--preview"].contains(previous)
      guard !isValue, argument.hasPrefix("--multi=") else { continue }
      let value = argument.dropFirst("--multi=".count)
      if MostPicks(argument: String(value)) == nil {
        throw ValidationError("--multi takes a number of rows, 1 or more, not “\(value)”")
      }
    }
  }
}
