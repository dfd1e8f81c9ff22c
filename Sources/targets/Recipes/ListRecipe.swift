import Files
import Glibc
import ListModel
import NameSearch
import PageSources
import Printing
import Processes
import TargetStore
import TerminalText

/// The recipe of a list of a store, and whether its commands may run.
struct ListRecipe {
  let list: ListName
  let recipe: Recipe

  /// `nil` for a list without one.
  init?(of list: ListName, in store: TargetStore) async throws {
    guard let text = try await store.recipe(of: list) else { return nil }
    self.list = list
    recipe = try Recipe(text, from: "the recipe of \(list.text)")
  }

  init(_ recipe: Recipe, of list: ListName) {
    (self.recipe, self.list) = (recipe, list)
  }

  var approval: RecipeApproval { RecipeApproval(of: recipe, for: list) }

  /// Lets commands run: what is not approved is shown to the person at a terminal, who may approve it.
  ///
  /// - Throws: ``Failure`` if it is not approved.
  func approve() throws {
    if approval.isGiven { return }
    if let terminal = TerminalQuestion() {
      try terminal.say("The recipe of \(list.text), which you have not approved:")
      for line in recipe.lines { try terminal.say(line.text) }
      if let folder = list.folder { try terminal.say("Its commands are run in \(folder).") }
      if ["y", "yes"].contains(try terminal.answer(to: "Approve it? [y, n]")) {
        return try approval.give()
      }
    }
    throw Failure(
      "the recipe of \(list.text) is not approved: read it with targets recipe -l \(list.text), then "
        + "targets recipe -l \(list.text) --approve")
  }

  /// Keeps a changed recipe, which is approved if what was there before was: the person has made the change.
  func save(in store: TargetStore, before: ListRecipe?) async throws {
    if recipe.isOfPlace, !list.isOfFolder {
      throw Failure("this recipe belongs to a folder; use ./\(list.text)")
    }
    let isOwn = before.map(\.approval.isGiven) ?? true
    _ = try await store.setRecipe(recipe.text, of: list)
    if isOwn { try approval.give() }
  }

  // MARK: The source

  /// The rows that the source prints; it has ended well when this returns.
  ///
  /// - Throws: ``Failure`` if it has failed, whatever it has printed.
  func read(isStrict: Bool, progress: ProgressBar) async throws -> NameBatch {
    guard let source = recipe.source else { throw Failure("the recipe has no --source") }
    try approve()
    let output = try TemporaryFile()
    let (path, words) = try shell(for: source)
    let child: ChildProcess
    do {
      child = try ChildProcess(
        path, words, input: .null, output: .descriptor(output.descriptor),
        errors: .descriptor(STDERR_FILENO), in: list.folder)
    } catch {
      throw Failure("the source was not started: \(list.folder.map { "\($0): " } ?? "")\(error)")
    }
    let ending = await child.end()
    guard ending == .exited(0) else {
      throw Failure("the source failed, so nothing was changed: \(ending): \(source)")
    }
    var names = NameBatch()
    try await names.read(
      LinePages(paths: [output.path], form: recipe.columns().form()), isStrict: isStrict,
      progress: progress)
    return names
  }

  /// A shell in which a pipe fails if any of its commands does.
  private func shell(for source: String) throws -> (path: String, words: [String]) {
    for path in ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"] where access(path, X_OK) == 0
    {
      return (path, ["bash", "-o", "pipefail", "-c", source])
    }
    if source.contains("|") {
      throw Failure("a source with | requires bash: without it a command that fails is not noticed")
    }
    return ("/bin/sh", ["sh", "-c", source])
  }
}

/// A file of this program alone, which is gone with this object.
final class TemporaryFile {
  let descriptor: CInt
  let path: String

  init() throws {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/targets.XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    if descriptor < 0 { throw Failure("\(folder): \(FileError())") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    close(descriptor)
    unlink(path)
  }
}
