import CommandSyntax

/// The options of a picker.
struct PickOptions: ArgumentGroup {
  /// Whether the command was written as an option.
  private(set) var isSpeltAsOption = false

  var multi: MostPicks?

  var selectOne = false

  var exitZero = false

  var printQuery = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.flag("--pick", help: "", isShown: false) { $0.isSpeltAsOption = true }
      Argument.option(
        "-m", "--multi", optionalValue: "N",
        help: "Pick several rows, at most N: Tab picks one, Enter prints them in that order."
      ) { $0.multi = try $1.map { .atMost(try $0.number(from: 1)) } ?? .any }
      Argument.option("-f", "--filter", value: "QUERY", help: "", isShown: false) { _, _ in
        throw UsageError("-f cannot be combined with pick")
      }
      Arguments.group(\.looks)
      Argument.flag("+m", "--no-multi", help: "Pick one row.") { $0.multi = nil }
      Argument.flag("-1", "--select-1", help: "Pick a single match without asking.") {
        $0.selectOne = true
      }
      Argument.flag("-0", "--exit-0", help: "End at once, with status 1, if nothing matches.") {
        $0.exitZero = true
      }
      Argument.flag("--print-query", help: "First print the query, on a line of its own.") {
        $0.printQuery = true
      }
    }
  }

  private var looks = LooksOfFzf()

  /// How many rows may be picked, when several may.
  enum MostPicks: Equatable {
    case any
    case atMost(Int)

    var count: Int { if case .atMost(let count) = self { count } else { .max } }
  }
}
