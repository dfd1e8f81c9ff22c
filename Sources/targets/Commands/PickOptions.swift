import Browser
import CommandSyntax

/// The options of a picker.
struct PickOptions: ArgumentGroup {
  var multi: MostPicks?

  var selectOne = false

  var exitZero = false

  var printQuery = false

  private(set) var expectedKeys: [ExpectedKey] = []

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "-m", "--multi", optionalValue: "N",
        help:
          "Pick several rows, at most N: Tab picks a row, Enter prints the rows in the order of picking.",
        takesNext: { !$0.isEmpty && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }
      ) { $0.multi = try $1.map { .atMost(try $0.number(from: 1)) } ?? .any }
      Arguments.group(\.looks)
      Argument.flag("+m", "--no-multi", help: "Pick one row.") { $0.multi = nil }
      Argument.flag("-1", "--select-1", help: "Pick a single match without asking.") {
        $0.selectOne = true
      }
      Argument.flag("-0", "--exit-0", help: "If no row matches, exit at once with status 1.") {
        $0.exitZero = true
      }
      Argument.flag("--print-query", help: "Print the query first, on a line of its own.") {
        $0.printQuery = true
      }
      Argument.option(
        "--expect", value: "KEYS",
        help: """
          Accept with these keys, too, such as ctrl-x,alt-a,f1. Print the key first, on a line of its own; the \
          line is empty for Enter.
          """, isRepeating: true
      ) { $0.expectedKeys += try Self.keys($1) }
    }
  }

  private var looks = LooksOfFzf()

  /// With more keys, no function keys would be left for them.
  private static let mostKeys = 48

  private static func keys(_ text: String) throws -> [ExpectedKey] {
    do {
      return try ExpectedKey.list(text)
    } catch {
      throw UsageError("--expect: \(error.reason)")
    }
  }

  func check() throws {
    if expectedKeys.count > Self.mostKeys {
      throw UsageError("--expect takes at most \(Self.mostKeys) keys")
    }
  }

  /// The maximum number of rows that may be picked, if several can be.
  enum MostPicks: Equatable {
    case any
    case atMost(Int)

    var count: Int { if case .atMost(let count) = self { count } else { .max } }
  }
}
