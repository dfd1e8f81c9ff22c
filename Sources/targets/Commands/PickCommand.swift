import CommandSyntax
import ListModel
import NameSearch

/// Picks rows on the terminal and prints them.
struct PickCommand: FilteringCommand {
  static let about = CommandText(
    "pick", "Pick rows on the terminal and print them.",
    usage: "targets pick [OPTIONS] [FILE ...]",
    discussion: """
      Without -l, pick opens no store and changes nothing. With -l, it shows decisions, and picks from the \
      list if there is no input.

      EXAMPLES:
        git switch "$(git branch --format='%(refname:short)' | targets pick)"
        targets pick -m names.txt
        targets pick -l ./branches --open
      """)

  /// Whether the command was written as an option.
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
      Arguments.group(\.options)
      Arguments.group(\.lines, under: "Fields")
      Arguments.group(\.prompt, under: "Screen")
      spelledAsInFzf
    }
  }

  func check(given: [GivenArgument]) throws { try options.check(given: given) }

  func check() throws {
    try options.check(besideFiles: files)
    try options.check(lines)
    try options.output.refuseLimit(of: "pick")
  }

  /// A picker without a list is for scripts: what it prints is the same for everybody.
  mutating func take(_ defaults: DefaultableOptions, beside given: Self) {
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

/// A command that finds and prints rows as fzf does.
protocol FilteringCommand: BrowsingCommand {
  var lines: LineOptions { get set }
}

extension FilteringCommand {
  /// What fzf calls otherwise, or takes back.
  @ArgumentsBuilder<Self> static var spelledAsInFzf: Arguments<Self> {
    Argument.flag("-x", "--extended", help: "", isShown: false) {
      $0.options.match.match = .words
    }
    Argument.flag("--smart-case", help: "", isShown: false) { $0.options.match.case = .smart }
    Argument.flag("-i", "--ignore-case", help: "", isShown: false) {
      $0.options.match.case = .ignore
    }
    Argument.flag("+i", "--no-ignore-case", help: "", isShown: false) {
      $0.options.match.case = .exact
    }
    Argument.flag("+c", "--no-color", help: "", isShown: false) { $0.options.screen.color = .never }
    Argument.flag("--no-reverse", help: "", isShown: false) { $0.options.screen.reverse = false }
    Argument.flag("--no-height", help: "", isShown: false) { $0.options.screen.height = nil }
    Argument.flag("--no-preview", help: "", isShown: false) { $0.options.screen.preview = nil }
    Argument.flag("--no-tac", help: "", isShown: false) { $0.options.order.tac = false }
    Argument.option(
      "-s", "--sort", optionalValue: "N", help: "", isShown: false,
      takesNext: { Int($0) != nil }
    ) { command, _ in command.options.order.noSort = false }
    Argument.flag("+e", "--no-exact", help: "", isShown: false) { $0.options.match.exact = false }
    Argument.flag("--no-ansi", help: "", isShown: false) { $0.lines.form.hasColors = false }
    Argument.flag("--no-read0", help: "", isShown: false) { $0.options.columns.read0 = false }
    Argument.flag("--no-print0", help: "", isShown: false) { $0.options.output.print0 = false }
  }
}
