import ListModel
import CommandSyntax
import Browser

/// Opens a list in review mode.
struct ReviewingCommand: BrowsingCommand {
  static let about = CommandText(
    "review", "Go through the open rows of a list, one key per decision.",
    usage: "targets review [OPTIONS] [QUERY ...]",
    discussion: """
      It begins after the row that was decided last, today or a week ago, by you or by others. \
      Rows come from the list, from a pipe or from --from.

      EXAMPLES:
        targets review -l ./branches
        git tag | targets review -l ./tags
        targets review -l ./branches --part 2/3     the second third of the rows
        printf 'd\\no\\nq\\n' | targets review -l ./branches --commands -
      """)

  var words: [String] = []

  var part: String?

  var options = BrowseOptions()

  var asks: Bool { !options.script.isGiven && TerminalQuestion.isPossible }

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("QUERY", help: "Words that names have; targets manual explains them.") {
        $0.words.append($1)
      }
      Argument.option(
        "--part", value: "K/N", help: "One part of the rows, for people who share a list."
      ) { $0.part = $1 }
      Arguments.group(\.options)
    }
  }

  func check() throws {
    try options.check()
    if options.script.isGiven { try options.output.refuseFormat(of: "--commands") }
    try options.screen.refuseColorsOfFzf()
    try options.output.refuseFormat(of: "review")
    if !words.isEmpty, !options.query.isEmpty {
      throw UsageError("review takes a QUERY or --query, not both")
    }
    if let part, Part(part) == nil {
      throw UsageError("--part takes a part such as 2/3, not “\(part)”")
    }
  }

  func run() async throws {
    let part = part.flatMap { Part($0) }
    var options = options
    if !words.isEmpty { options.query = words.joined(separator: " ") }
    try await Browsing(options, purpose: .reviewing(part)).run()
  }
}
