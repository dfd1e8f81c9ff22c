import ArgumentParser
import Browser
import NameSearch
import TerminalText

/// The options of all commands that browse.
struct BrowseOptions: ParsableArguments {
  @Option(
    name: [.customShort("q", allowingJoined: true), .long], parsing: .unconditional,
    help: "Start with this query.")
  var query = ""

  @OptionGroup(title: "Input") var columns: ColumnOptions
  @OptionGroup(title: "Input") var strictness: StrictOption
  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Matching") var match: MatchOptions
  @OptionGroup(title: "Matching") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: OrderOptions
  @OptionGroup(title: "Kept list") var store: StoreOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if source.from != nil, try columns.areGiven() {
      throw ValidationError(
        "--csv, --delimiter and --read0 are for files and pipes, not for --from")
    }
  }
}
