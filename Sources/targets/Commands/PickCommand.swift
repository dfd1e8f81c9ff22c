import CommandSyntax
import NameSearch

/// Picks rows on the terminal and prints them.
struct PickCommand: ProgramCommand, BrowseOptions {
  static let about = CommandText(
    "pick", "Pick rows on the terminal and print them.",
    usage: "targets pick [OPTIONS] [FILE ...]",
    discussion: """
      Without -l it opens no store and changes nothing. With -l it shows what is decided, and picks from \
      the list if there is no input.

      EXAMPLES:
        git switch "$(git branch --format='%(refname:short)' | targets pick)"
        targets pick -m names.txt
        targets pick -l ./branches --open
      """)

  var files: [String] = []
  var picking = PickOptions()
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

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("FILE", help: "Rows, one per line; - is standard input.") {
        $0.files.append($1)
      }
      Arguments.group(\.picking)
      Arguments.group(\.start)
      Arguments.group(\.columns, under: "Input")
      Arguments.group(\.strictness, under: "Input")
      Arguments.group(\.source, under: "Source")
      Arguments.group(\.match, under: "Matching")
      Argument.flag("-i", help: "", isShown: false) { $0.match.case = .ignore }
      Argument.flag("+i", help: "", isShown: false) { $0.match.case = .exact }
      Arguments.group(\.filter, under: "Matching")
      Arguments.group(\.order, under: "Order")
      Arguments.group(\.store, under: "List")
      Arguments.group(\.screen, under: "Screen")
      Arguments.group(\.output, under: "Output")
    }
  }

  func check() throws {
    try checkColumns(besideFiles: files)
  }

  /// A picker without a list is for scripts: what it prints is the same for everybody.
  mutating func take(_ defaults: DefaultableOptions, beside given: Self) {
    (screen, output.ascii) = (defaults.screen, defaults.ascii)
    guard given.store.areGiven else { return }
    (start, columns, match) = (defaults.start, defaults.columns, defaults.match)
    (filter, order) = (defaults.filter, defaults.order)
  }

  func run() async throws {
    var browsing = Browsing(self, files: files, purpose: .picking(picking))
    try browsing.doWithoutStoreUnlessGiven()
    try await browsing.run()
  }
}
