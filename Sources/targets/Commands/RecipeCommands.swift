import ArgumentParser
import CommandRunning
import Files
import Glibc
import ListModel
import NameSearch
import Printing
import Processes
import TargetStore
import TerminalText

/// Makes a list that knows where its rows come from.
struct NewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a list, with a recipe or without.",
    usage: "targets new [OPTIONS] LIST [--recipe RECIPE]",
    discussion: """
      A recipe says how the rows of a list are read (--source), shown and acted on (--on). RECIPE is the \
      path of a file with one option per line, or a name: one of git-branches, hosts, links, old-files, \
      accounts and findings, or of a file in ~/.config/targets/recipes.

      EXAMPLES:
        targets new ./branches --recipe git-branches
        targets new hosts --source 'cat ~/hosts.txt' --preview 'getent hosts {}'
      """)

  @Argument(help: "The list: NAME, or ./PATH.")
  var name: String

  @Option(help: "A name, or the path of a file.")
  var recipe: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What prints the rows, for a shell.", valueName: "command"))
  var source: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What is shown of a row, for a shell.", valueName: "command"))
  var preview: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What run does for dead rows.", valueName: "command"))
  var onDead: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What run does for rows that are ok.", valueName: "command"))
  var onOk: String?

  @Option(
    help: ArgumentHelp(
      "The order of the rows: name, input, or a column.", valueName: "order"))
  var order: String?

  @OptionGroup(title: "Kept list") var store: StoreOption

  func run() async throws {
    let options = try StoreOptions.parse(storeWords)
    let (opened, list) = (try options.open(), try options.listName(name, option: "new"))
    if try await opened.listNames().contains(list) {
      throw Failure("new: the list \(list.text) is there already")
    }
    var made = try recipe.map { try Recipe(named: $0) } ?? Recipe()
    for (option, value) in [
      ("source", source), ("preview", preview), ("on", onDead.map { "dead " + $0 }),
      ("on", onOk.map { "ok " + $0 }), ("order", order),
    ] {
      if let value { try made.set(option, value) }
    }
    if made.isOfPlace, !list.isOfFolder {
      throw Failure("new: this recipe belongs to a folder; use ./\(list.text)")
    }
    guard
      try await opened.setRecipe(
        made.text, of: list, isNew: true, keepsOrder: made.keepsOrder)
    else {
      throw Failure("new: the list \(list.text) is there already")
    }
    // It comes from the person, on this machine.
    try ListRecipe(made, of: list).approval.give()
  }

  private var storeWords: [String] {
    (store.store.map { ["--store", $0] } ?? []) + (store.author.map { ["--as=" + $0] } ?? [])
  }
}

struct RecipeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipe", abstract: "Print, change or approve the recipe of a list.",
    usage: """
      targets recipe -l LIST
      targets recipe -l LIST --set OPTION [VALUE ...]
      targets recipe -l LIST --unset OPTION [KEY]
      targets recipe -l LIST --edit
      targets recipe -l LIST --approve
      """,
    discussion: """
      Commands of a recipe run only once you have approved exactly this text for this folder, on this \
      machine. What you set yourself is approved, if the rest was.

      EXAMPLES:
        targets recipe -l ./branches --set order input
        targets recipe -l ./branches --unset preview
      """)

  @Option(
    parsing: .remaining,
    help: ArgumentHelp(
      "Set an option; all words after it are its value.", valueName: "option value"))
  var set: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Remove an option; of on, that of a verdict.", valueName: "option key"))
  var unset: [String] = []

  @Flag(help: "Change the text in $EDITOR.")
  var edit = false

  @Flag(help: "Let its commands run.")
  var approve = false

  @OptionGroup(title: "Kept list") var store: StoreOptions

  func validate() throws {
    let count = [!set.isEmpty, !unset.isEmpty, edit, approve].count { $0 }
    if count > 1 {
      throw ValidationError("--set, --unset, --edit and --approve exclude each other")
    }
    if unset.count > 2 { throw ValidationError("--unset takes an option, and of on a verdict") }
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
      return try await ListRecipe(recipe, of: list).save(in: opened, before: found)
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
      complain("recipe: not approved: targets recipe -l \(list.text) --approve")
    }
  }

  /// Approves what is read: the person sees it and says yes.
  private func approve(_ found: ListRecipe) throws {
    guard let terminal = TerminalQuestion() else {
      throw Failure("recipe: --approve asks on a terminal, once the recipe was read")
    }
    guard try found.isApproved(at: terminal) else { throw ExitStatus.nothing }
    complain("recipe: approved for \(found.list.folder ?? found.list.text)")
  }

  /// A single word is the value as it is; several are those of a command.
  private func value(of words: [String]) -> String {
    let isOn = set[0] == "on" || set[0] == "--on"
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
    guard ending == .exited(0) else { throw Failure("recipe: nothing was changed: \(ending)") }
    do {
      return try Recipe(Recipe.text(of: file.path), from: "recipe")
    } catch {
      file.keep()
      throw Failure("\(error); what you wrote is in \(file.path)")
    }
  }
}

/// Reads the source of a list, and makes the list what it prints.
struct RefreshCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Read the source of a list, and mirror it.",
    usage: "targets refresh [OPTIONS] -l LIST",
    discussion: """
      If any command of the source fails, the list stays as it is.

      EXAMPLES:
        targets refresh -l ./branches
        targets refresh -l ./branches -n       says what would change
      """)

  @Flag(
    name: [.customShort("n"), .long], help: "Say what would be changed, and change nothing.")
  var dryRun = false

  @Flag(help: "Also if more than half of the rows would be dropped.")
  var force = false

  @Flag(help: "A source that prints nothing drops all rows.")
  var allowEmpty = false

  @Flag(help: "Do not ask; what would be asked about is refused.")
  var yes = false

  @OptionGroup(title: "Input") var strictness: StrictOption
  @OptionGroup(title: "Kept list") var store: StoreOptions

  func run() async throws {
    let (opened, list) = (try store.open(), try store.givenListName(for: "refresh"))
    try await store.check(list, in: opened)
    guard let recipe = try await ListRecipe(of: list, in: opened) else {
      throw Failure("refresh: \(list.text) has no recipe: targets recipe --set source COMMAND")
    }
    let progress = ProgressBar("refresh", "names read", glyphs: Environment.glyphs)
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
