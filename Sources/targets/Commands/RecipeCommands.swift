import CommandSyntax
import ShellText
import Files
import Glibc
import ListLoading
import ListModel
import NameSearch
import Printing
import Processes
import TargetStore
import TerminalText

/// Makes a list with a recipe for its rows.
struct NewCommand: ProgramCommand {
  static let about = CommandText(
    "new", "Create a list, with a recipe or without.",
    usage: "targets new LIST [--recipe RECIPE] [OPTIONS of a recipe]",
    discussion: """
      A recipe says how the rows of a list are read (--source), shown and acted on (--on). RECIPE is the \
      path of a file with one option per line, the name of such a file in ~/.config/targets/recipes, or one \
      of git-branches, hosts, links, old-files, accounts and findings.

      EXAMPLES:
        targets new ./branches --recipe git-branches
        targets new hosts --source 'cat ~/hosts.txt' --preview 'getent hosts {}'
        targets new accounts --verdict r=revoke:dead --on revoke 'userdel -- {}'
      """)

  var name = ""

  var recipe: String?

  /// The options of the recipe, in the given order.
  private var settings: [(option: Recipe.Option, value: String)] = []

  var store = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operand("LIST", help: "The new list: NAME or ./PATH; -l LIST is the same.") {
        $0.name = $1
      }
      Argument.option(
        "--recipe", value: "RECIPE", help: "The name of a recipe, or the path of a file."
      ) {
        $0.recipe = $1
      }
      for option in Recipe.Option.allCases {
        Argument(like: option.facts) { $0.settings.append((option, $1.joined(separator: " "))) }
      }
      Arguments.group(\.store, under: "List")
    }
  }

  func check() throws {
    if name.isEmpty, store.list == nil { throw UsageError("requires a LIST") }
  }

  func run() async throws {
    let opened = try store.open()
    let list =
      name.isEmpty ? try store.listName() : try store.listName(name, option: "new")
    if store.list != nil, try store.listName() != list {
      throw UsageError("LIST and -l name one list, not two")
    }
    if try await opened.listNames().contains(list) {
      throw Failure("new: list “\(list.text)” already exists")
    }
    var made = try recipe.map { try Recipe(named: $0) } ?? Recipe()
    for (option, value) in settings { try made.set(option.rawValue, value) }
    if made.isOfPlace, !list.isOfFolder {
      throw Failure("new: this recipe belongs to a folder; use ./\(list.text)")
    }
    guard
      try await opened.setRecipe(
        made.text, of: list, isNew: true, keepsOrder: made.keepsOrder)
    else {
      throw Failure("new: list “\(list.text)” already exists")
    }
    // The user gave the recipe on this machine, so it needs no further approval.
    try ListRecipe(made, of: list, in: opened).approval.give()
  }
}

struct RecipeCommand: ProgramCommand {
  static let about = CommandText(
    "recipe", "Print, change or approve the recipe of a list.",
    usage: """
      targets recipe -l LIST
      targets recipe -l LIST --set OPTION [VALUE ...]
      targets recipe -l LIST --unset OPTION [KEY]
      targets recipe -l LIST --edit
      targets recipe -l LIST --approve
      """,
    discussion: """
      The commands of a recipe run only after you have approved this exact text for this folder, on this \
      machine. What you set yourself is approved if the rest was.

      EXAMPLES:
        targets recipe -l ./branches --set order input
        targets recipe -l ./branches --unset preview
      """)

  var set: [String] = []

  var unset: [String] = []

  var edit = false

  var approve = false

  var store = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "--set", values: ["OPTION", "VALUE"], optional: 1, takesRest: true,
        help: "Set an option; all words after OPTION are its value, so put -l before --set."
      ) { $0.set = $1 }
      Argument.option(
        "--unset", values: ["OPTION", "KEY"], optional: 1,
        help:
          "Remove an option; with KEY, remove only the --verdict, --on or --source-option with this key."
      ) { $0.unset = $1 }
      Argument.flag("--edit", help: "Edit the recipe in $EDITOR.") { $0.edit = true }
      Argument.flag("--approve", help: "Show the recipe and allow its commands to run.") {
        $0.approve = true
      }
      Arguments.group(\.store, under: "List")
    }
  }

  func check(given: [GivenArgument]) throws {
    guard
      let action = given.first(where: { $0.facts.heading != "List" })
    else { return }
    try given.refuse(beside: action.name) { $0.heading == "List" }
  }

  func check() throws {
    if set.count > 2, !Self.isCommand(set[0]) {
      throw UsageError("--set \(set[0]) takes one value and must come last; put -l before it")
    }
    let words = set.dropFirst(2).prefix { $0 != "--" }
    if set.dropFirst().first != "--", let other = words.first(where: Recipe.isOption) {
      throw UsageError(
        "--set sets one option; \(other) would be part of the command, which may follow --")
    }
    if unset.count > 1, !Recipe.hasKeys(unset[0]) {
      throw UsageError("--unset \(unset[0]) takes no key")
    }
  }

  func run() async throws {
    let (opened, list) = (try store.open(), try store.listName())
    try await store.check(list, in: opened)
    let found = try await ListRecipe(of: list, in: opened)
    if !set.isEmpty || !unset.isEmpty || edit {
      var recipe = found?.recipe ?? Recipe()
      if edit {
        recipe = try await edited(recipe)
      } else if !set.isEmpty {
        try recipe.set(set[0], value(of: Array(set.dropFirst())))
      } else {
        try recipe.unset(unset[0], unset.dropFirst().first)
      }
      if recipe == found?.recipe ?? Recipe() { return }
      try await checkOrder(of: recipe, before: found?.recipe, list, in: opened)
      return try await ListRecipe(recipe, of: list, in: opened).save(in: opened, before: found)
    }
    guard let found else {
      complain("recipe: \(list.text) has no recipe")
      throw ExitStatus.nothing
    }
    if approve { return try approve(found) }
    var output = Output()
    for line in found.recipe.textLines {
      try output.show(line: line)
      try output.write("\n")
    }
    try output.flush()
    if !found.approval.isGiven {
      complain("recipe: not approved; use \(found.approvingCommand)")
    }
  }

  /// Refuses a new order by a column that the rows of the list do not have.
  private func checkOrder(
    of recipe: Recipe, before: Recipe?, _ list: ListName, in store: TargetStore
  ) async throws {
    let order = try recipe.order().order()
    guard case .column = order.rows, try before?.order().order().rows != order.rows else { return }
    _ = try await StoredPages(store: store, list: list).ordered(by: order)
  }

  /// Shows the recipe that was read, and asks the user to approve it.
  private func approve(_ found: ListRecipe) throws {
    guard let terminal = TerminalQuestion() else {
      throw Failure("recipe: --approve requires a terminal")
    }
    guard try found.isApproved(at: terminal) else { throw ExitStatus.nothing }
    complain("recipe: approved for \(found.list.folder ?? found.list.text)")
  }

  /// Whether the value of an option is a command, which may be several words.
  private static func isCommand(_ option: String) -> Bool {
    ["on", "source", "preview", "--on", "--source", "--preview"].contains(option)
  }

  /// The value of an option: a single word as it is; several words are a command, which may follow `--`.
  private func value(of given: [String]) -> String {
    let isOn = set[0] == "on" || set[0] == "--on"
    var words = given
    let start = isOn ? 1 : 0
    if words.count > start + 1, words[start] == "--" { words.remove(at: start) }
    if words.count < 2 { return words.first ?? "" }
    if isOn, words.count == 2 { return words.joined(separator: " ") }
    return isOn
      ? words[0] + " " + ShellLine(Array(words.dropFirst())).text : words.joined(separator: " ")
  }

  private func edited(_ recipe: Recipe) async throws -> Recipe {
    let file = try TemporaryFile()
    var output = Output(descriptor: file.descriptor)
    try output.show(recipe.text)
    try output.flush()
    let editor = Environment.value("VISUAL") ?? Environment.value("EDITOR") ?? "vi"
    let child = try ChildProcess(
      "/bin/sh", ["sh", "-c", editor + " \"$1\"", "sh", file.path],
      input: .descriptor(STDIN_FILENO),
      output: .descriptor(STDOUT_FILENO), errors: .descriptor(STDERR_FILENO))
    let ending = await child.end()
    guard ending == .exited(0) else {
      throw Failure("recipe: the editor failed: \(ending); nothing was changed")
    }
    do {
      return try Recipe(Recipe.text(of: file.path), from: "recipe")
    } catch {
      file.keep()
      throw Failure("\(error); your text is in \(file.path)")
    }
  }
}

/// Reads the source of a list, and makes the list match it.
struct RefreshCommand: ProgramCommand {
  static let about = CommandText(
    "refresh", "Read the source of a list and mirror it.",
    usage: "targets refresh [OPTIONS] -l LIST",
    discussion: """
      New rows are added, rows that are gone are dropped, and all others keep their decisions. If the source \
      fails, even in the middle of its last pipe, the list is left unchanged. If a list of 20 rows or more \
      would lose more than half of them, or has no row of the source, refresh asks, and refuses without a \
      terminal.

      EXAMPLES:
        targets refresh -l ./branches
        targets refresh -l ./branches -n       what would change
      """)

  var dryRun = false

  var force = false

  var allowEmpty = false

  var yes = false

  var strictness = StrictOption()
  var store = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.flag("-n", "--dry-run", help: "Print what would change; change nothing.") {
        $0.dryRun = true
      }
      Argument.flag("--force", help: "Allow more than half of the rows to be dropped.") {
        $0.force = true
      }
      Argument.flag(
        "--allow-empty", help: "Accept a source that prints nothing, which drops all rows."
      ) {
        $0.allowEmpty = true
      }
      Argument.flag("--yes", help: "Do not ask, but refuse what would need a yes.") {
        $0.yes = true
      }
      Arguments.group(\.strictness, under: "Input")
      Arguments.group(\.store, under: "List")
    }
  }

  func run() async throws {
    let (opened, list) = (try store.open(), try store.givenListName())
    try await store.check(list, in: opened)
    guard let recipe = try await ListRecipe(of: list, in: opened) else {
      throw Failure("refresh: \(list.text) has no recipe; use targets recipe --set source COMMAND")
    }
    let progress = ProgressBar("refresh", "rows read", glyphs: Environment.glyphs)
    let rows: (names: NameBatch, checksum: String?)
    do {
      rows = try await recipe.read(isStrict: strictness.strict, asks: !yes, progress: progress)
    } catch let failure as Failure {
      throw Failure("refresh: \(failure)")
    }
    try await MirrorEdit(
      word: "refresh", isTrial: dryRun, isForced: force, allowsEmpty: allowEmpty, asks: !yes,
      checksum: rows.checksum
    ).make(rows.names, list, opened)
  }
}
