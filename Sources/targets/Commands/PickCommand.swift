import CommandSyntax
import NameSearch

/// Picks rows on the terminal and prints them.
struct PickCommand: BrowsingCommand {
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
  var options = BrowseOptions()

  var asks: Bool { TerminalQuestion.isPossible }

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("FILE", help: "Rows, one per line; - is standard input.") {
        $0.files.append($1)
      }
      Arguments.group(\.picking)
      Arguments.group(\.options)
      Argument.flag("-i", help: "", isShown: false) { $0.options.match.case = .ignore }
      Argument.flag("+i", help: "", isShown: false) { $0.options.match.case = .exact }
    }
  }

  func check() throws {
    try options.check(besideFiles: files)
  }

  /// A picker without a list is for scripts: what it prints is the same for everybody.
  mutating func take(_ defaults: DefaultableOptions, beside given: Self) {
    if given.options.store.areGiven {
      options.take(defaults, beside: given.options)
    } else {
      options.takeLooks(of: defaults)
    }
  }

  func run() async throws {
    var browsing = Browsing(options, files: files, purpose: .picking(picking))
    try browsing.doWithoutStoreUnlessGiven()
    try await browsing.run()
  }
}
