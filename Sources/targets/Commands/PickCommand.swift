import CommandSyntax
import ListModel
import NameSearch

/// Picks rows on the terminal and prints them.
struct PickCommand: BrowsingCommand {
  static let about = CommandText(
    "pick", "Pick rows on the terminal and print them.",
    usage: "targets pick [OPTIONS] [FILE ...]",
    discussion: """
      Without -l, pick opens no store and changes nothing. With -l, it shows decisions, and picks from the \
      list if there is no input.

      Rows are sorted by name; --no-sort keeps the order of the input, as fzf does. Without -l, --tac alone \
      reverses the input. Options of fzf for its looks have no effect: --border, --info, --cycle, --pointer, \
      --marker, --margin, --padding and its colors.

      EXAMPLES:
        git switch "$(git branch --format='%(refname:short)' | targets pick)"
        targets pick -m names.txt
        targets pick -l ./branches --open
      """)

  /// Whether the command was written as the option `--pick`.
  private(set) var isSpeltAsOption = false

  var files: [String] = []
  var picking = PickOptions()
  private var prompt = PromptOptions()
  var options = BrowseOptions()
  var lines = LineOptions()

  var asks: Bool { !options.script.isGiven && TerminalQuestion.isPossible }

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("FILE", help: "Rows, one per line; - is standard input.") {
        $0.files.append($1)
      }
      Argument.flag("--pick", help: "", isShown: false) { $0.isSpeltAsOption = true }
      Argument.option("-f", "--filter", value: "QUERY", help: "", isShown: false) { _, _ in
        throw OptionRefusal("cannot be combined with pick; use targets -f")
      }
      Arguments.group(\.picking)
      Arguments.group(\.options).hiding("--limit")
      Arguments.group(\.lines, under: "Fields")
      Arguments.group(\.prompt, under: "Screen")
    }
  }

  func check(given: [GivenArgument]) throws { try options.check(given: given) }

  func check() throws {
    try options.check(besideFiles: files)
    try options.check(lines)
    try options.output.refuseLimit(of: "pick")
  }

  /// A picker without a list is for scripts, which need the same output for every user.
  mutating func take(_ defaults: DefaultableOptions, beside given: Self) {
    prompt = defaults.prompt
    if given.options.store.isListGiven {
      options.take(defaults, beside: given.options)
    } else {
      options.takeLooks(of: defaults)
    }
  }

  func run() async throws {
    var browsing = Browsing(options, files: files, purpose: .picking(picking))
    (browsing.lines, browsing.prompt) = (lines, prompt)
    try browsing.doWithoutStoreUnlessGiven()
    try await browsing.run()
  }
}
