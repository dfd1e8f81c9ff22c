import CommandSyntax
import Files
import Glibc
import ListLoading
import ListModel
import NameSearch
import PageSources
import Printing
import Processes
import ShellText
import TargetStore
import TerminalText

/// The recipe of a stored list, and whether its commands may run.
struct ListRecipe {
  let list: ListName
  let recipe: Recipe

  /// The text in the store; `nil` for a recipe that is not stored yet.
  private(set) var stored: String?

  /// The options for the store, as ``TargetStore/options`` has them.
  private let storeOptions: [String]

  /// `nil` for a list without a recipe.
  init?(of list: ListName, in store: TargetStore) async throws {
    guard let text = try await store.recipe(of: list), !text.isEmpty else { return nil }
    try self.init(text, of: list, in: store)
  }

  private init(_ text: String, of list: ListName, in store: TargetStore) throws {
    (self.list, stored, storeOptions) = (list, text, store.options)
    recipe = try Recipe(text, from: "the recipe of \(list.text)")
  }

  /// The recipe of a list whose rows are shown; a recipe that cannot be read is ignored.
  ///
  /// - Throws: The errors of the store.
  static func readable(of list: ListName, in store: TargetStore) async throws -> ListRecipe? {
    guard let text = try await store.recipe(of: list), !text.isEmpty else { return nil }
    do {
      return try ListRecipe(text, of: list, in: store)
    } catch {
      complain("\(error)")
      return nil
    }
  }

  init(_ recipe: Recipe, of list: ListName, in store: TargetStore) {
    (self.recipe, self.list, storeOptions) = (recipe, list, store.options)
  }

  /// The command with which the user reads and approves the recipe.
  var approvingCommand: String {
    ShellLine(["targets", "recipe"] + storeOptions + ["-l", list.option, "--approve"]).text
  }

  var approval: RecipeApproval { RecipeApproval(of: recipe, for: list) }

  /// Requires that the recipe is approved: shows it to the user at a terminal, who may approve it.
  ///
  /// - Throws: ``Failure`` if it is not approved, ``ExitStatus/nothing`` if the answer is no.
  func approve(asks: Bool) throws {
    if approval.isGiven { return }
    guard asks, let terminal = TerminalQuestion() else {
      throw Failure(
        "the recipe of \(list.text) is not approved; read and approve it with \(approvingCommand)")
    }
    guard try isApproved(at: terminal) else { throw ExitStatus.nothing }
  }

  /// Shows the whole recipe and asks whether to approve it.
  func isApproved(at terminal: TerminalQuestion) throws -> Bool {
    try terminal.say("The recipe of \(list.text):")
    for line in recipe.textLines { try terminal.say(line) }
    if let folder = list.folder { try terminal.say("Its commands are run in \(folder).") }
    guard try terminal.isYes(to: "Approve it?") else {
      complain("the recipe of \(list.text) was not approved; nothing was run")
      return false
    }
    try approval.give()
    return true
  }

  /// Stores a changed recipe, and approves it if the earlier one was: the user made the change.
  ///
  /// - Throws: ``Failure`` if someone else has changed it meanwhile; nothing was changed.
  func save(in store: TargetStore, before: ListRecipe?) async throws {
    // A word that rows have as their verdict must keep its class.
    for given in try await store.verdicts(of: list) {
      if let own = recipe.verdicts.verdict(called: given.verdict.word),
        own.class != given.verdict.class
      {
        let rows = "\(given.count.grouped) \(given.count.noun("row"))"
        throw Failure(
          "recipe: \(own.word) means \(given.verdict.class) in \(rows); give them another verdict first"
        )
      }
    }
    if recipe.isOfPlace, !list.isOfFolder {
      throw Failure("this recipe belongs to a folder; use ./\(list.text)")
    }
    guard
      try await store.setRecipe(
        recipe.text, of: list, replacing: before?.stored, keepsOrder: recipe.keepsOrder)
    else {
      throw Failure("recipe: someone else has changed it meanwhile; nothing was changed")
    }
    if before?.isOwn ?? true { try approval.give() }
  }

  /// Whether the user made or approved the whole recipe.
  private var isOwn: Bool { approval.isGivenExplicitly }

  // MARK: The source

  /// The rows that the source prints, and the checksum of its output.
  ///
  /// - Throws: ``Failure`` if it has failed, even if it printed rows.
  func read(
    isStrict: Bool, asks: Bool, progress: ProgressBar
  ) async throws -> (names: NameBatch, checksum: String?) {
    var names = NameBatch()
    if let helper = try recipe.helper(), let rows = try helper.rows(searchingFor: "") {
      try approve(asks: asks)
      let checksum = try await names.readForList(
        rows, within: helper.timeLimit, isStrict: isStrict, progress: progress)
      return (names, checksum)
    }
    guard let source = recipe.source else {
      throw Failure("the recipe has no \(Recipe.sources.alternatives)")
    }
    try approve(asks: asks)
    let output = try TemporaryFile()
    // This descriptor has its own position in the file: the source does not move it.
    let written = open(output.path, O_RDONLY | O_CLOEXEC)
    guard written >= 0 else { throw Failure("\(output.path): \(String(cString: strerror(errno)))") }
    defer { close(written) }
    // Without a name, no other program finds the file, and it is gone if this program is killed.
    unlink(output.path)
    let (path, words) = try shell(for: source)
    let child: ChildProcess
    do {
      child = try ChildProcess(
        path, words, input: .null, output: .descriptor(output.descriptor),
        errors: .descriptor(STDERR_FILENO), in: list.folder)
    } catch {
      throw Failure(
        "the source could not be started: \(list.folder.map { "\($0): " } ?? "")\(error)")
    }
    let ending = await child.end()
    guard ending == .exited(0) else {
      throw Failure("the source failed; nothing was changed: \(ending): \(source)")
    }
    let pages = try LinePages(
      paths: ["-"], form: recipe.columns().form(), standardInput: written,
      inputName: "the output of the source", takesChecksum: true)
    let checksum = try await names.readForList(
      pages, isStrict: isStrict, refused: [.openQuote], progress: progress)
    return (names, checksum)
  }

  /// A shell in which a pipe fails if any of its commands does.
  private func shell(for source: String) throws -> (path: String, words: [String]) {
    for path in ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"] where access(path, X_OK) == 0
    {
      return (path, ["bash", "-o", "pipefail", "-c", source])
    }
    if source.contains("|") {
      throw Failure("a source with | requires bash, which notices each command that fails")
    }
    return ("/bin/sh", ["sh", "-c", source])
  }
}

/// A private file, which is deleted together with this object.
final class TemporaryFile {
  let descriptor: CInt
  let path: String
  private var isKept = false

  func keep() { isKept = true }

  init() throws {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/targets.XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    if descriptor < 0 { throw Failure("\(folder): \(FileError())") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    close(descriptor)
    if !isKept { unlink(path) }
  }
}
