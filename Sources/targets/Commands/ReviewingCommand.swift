import ListModel
import ArgumentParser
import Browser

/// Opens a list in review mode.
struct ReviewingCommand: AsyncParsableCommand, BrowseOptions {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Go through the open rows of a list, one key a decision.",
    usage: "targets review [OPTIONS] [QUERY ...]",
    discussion: """
      It begins after the row that was decided last, today or a week ago, by you or by others. \
      Names come from the kept list, from a pipe or from --from.

      EXAMPLES:
        targets review -l ./branches
        git branch --format='%(refname:short)' | targets review -l ./branches
        targets review -l ./branches --part 2/3     the second third of the rows
      """)

  @Argument(help: "Words that start a word of the name.")
  var words: [String] = []

  @Option(
    help: ArgumentHelp(
      "One part of the rows, for people who share a list.", valueName: "k/n"))
  var part: String?

  @OptionGroup var start: QueryOption
  @OptionGroup(title: "Input") var columns: ColumnOptions
  @OptionGroup(title: "Input") var strictness: StrictOption
  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Matching") var match: MatchOptions
  @OptionGroup(title: "Matching") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: OrderOptions
  @OptionGroup(title: "Kept list") var store: StoreOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  var query: String { words.isEmpty ? start.query : words.joined(separator: " ") }

  func validate() throws {
    try checkColumns()
    if let part, Part(part) == nil {
      throw ValidationError("--part takes a part such as 2/3, not “\(part)”")
    }
  }

  func run() async throws {
    let part = part.flatMap { Part($0) }
    try await Browsing(self, purpose: .reviewing(part)).run()
  }
}
