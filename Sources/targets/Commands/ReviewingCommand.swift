import ListModel
import CommandSyntax
import Browser

/// Opens a list in review mode.
struct ReviewingCommand: BrowsingCommand {
  static let about = CommandText(
    "review", "Go through the open rows of a list, one key per decision.",
    usage: "targets review [OPTIONS] [QUERY ...]",
    discussion: """
      Review starts after the row that was decided last, by anyone, on any day. Rows come from the list, \
      from --input, from a pipe or from --from.

      EXAMPLES:
        targets review -l ./branches
        git tag | targets review -l ./tags
        targets review -l ./branches --part 2/3     the second third of the rows
        printf 'd\\no\\nq\\n' | targets review -l ./branches --commands -
      """)

  var words: [String] = []

  var part: String?

  private var names = InputOption()
  var options = BrowseOptions()

  var asks: Bool { !options.script.isGiven && TerminalQuestion.isPossible }

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("QUERY", help: "Only rows that match; targets manual explains queries.") {
        $0.words.append($1)
      }
      Argument.option(
        "--part", value: "K/N", help: "Review only part K of N, so that N people can share a list."
      ) { $0.part = $1 }
      Arguments.group(\.names, under: "Input")
      Arguments.group(\.options).hiding("--format", "--print0", "--limit")
    }
  }

  func check(given: [GivenArgument]) throws { try options.check(given: given) }

  func check() throws {
    try options.check(besideFiles: names.input, of: "--input")
    if options.script.isGiven { try options.output.refuseFormat(of: "--commands") }
    try options.screen.refuseColorsOfFzf()
    try options.output.refuseFormat(of: "review")
    if !words.isEmpty, !options.query.isEmpty {
      throw UsageError("QUERY cannot be combined with --query")
    }
    if let part, Part(part) == nil {
      throw UsageError("--part takes a part such as 2/3, the second third, not “\(part)”")
    }
  }

  func run() async throws {
    let part = part.flatMap { Part($0) }
    var options = options
    if !words.isEmpty { options.query = words.joined(separator: " ") }
    try await Browsing(options, files: names.input, purpose: .reviewing(part)).run()
  }
}
