import ListModel
import CommandSyntax
import Browser

/// Opens a list in review mode.
struct ReviewingCommand: ProgramCommand, BrowseOptions {
  static let about = CommandText(
    "review", "Go through the open rows of a list, one key a decision.",
    usage: "targets review [OPTIONS] [QUERY ...]",
    discussion: """
      It begins after the row that was decided last, today or a week ago, by you or by others. \
      Names come from the kept list, from a pipe or from --from.

      EXAMPLES:
        targets review -l ./branches
        git tag | targets review -l ./tags
        targets review -l ./branches --part 2/3     the second third of the rows
      """)

  var words: [String] = []

  var part: String?

  var start = QueryOption()
  var columns = ColumnOptions()
  var strictness = StrictOption()
  var source = SourceOptions()
  var match = MatchOptions()
  var filter = FilterOptions()
  var order = OrderOptions()
  var store = StoreOptions()
  var screen = ScreenOptions()
  var output = OutputOptions()

  var asks: Bool { TerminalQuestion.isPossible }

  var query: String { words.isEmpty ? start.query : words.joined(separator: " ") }

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("QUERY", help: "Words that start a word of the name.") {
        $0.words.append($1)
      }
      Argument.option(
        "--part", value: "K/N", help: "One part of the rows, for people who share a list."
      ) { $0.part = $1 }
      Arguments.group(\.start)
      Arguments.group(\.columns, under: "Input")
      Arguments.group(\.strictness, under: "Input")
      Arguments.group(\.source, under: "Source")
      Arguments.group(\.match, under: "Matching")
      Arguments.group(\.filter, under: "Matching")
      Arguments.group(\.order, under: "Order")
      Arguments.group(\.store, under: "List")
      Arguments.group(\.screen, under: "Screen")
      Arguments.group(\.output, under: "Output")
    }
  }

  func check() throws {
    try checkColumns()
    if !words.isEmpty, !start.query.isEmpty {
      throw UsageError("review takes a QUERY or --query, not both")
    }
    if let part, Part(part) == nil {
      throw UsageError("--part takes a part such as 2/3, not “\(part)”")
    }
  }

  func run() async throws {
    let part = part.flatMap { Part($0) }
    try await Browsing(self, purpose: .reviewing(part)).run()
  }
}
