import ListModel
import Printing
import CommandSyntax
import NameSearch
import TargetStore

/// Completes the last word of a command line for the functions that `targets shell` prints.
///
/// The first line of the output says whether files are candidates, too: `words` or `files`. After
/// it comes one candidate per line, with a tab and its meaning if it has one. A failure only means
/// fewer candidates: a shell cannot show messages while a line is typed.
struct CompleteCommand: ProgramCommand {
  static let about = CommandText(
    // A file is unlikely to have this name.
    "--complete", "Complete a word of a command line.", isShown: false)

  var line: String?

  var words: [String] = []

  /// The maximum number of completions; a shell cannot show more.
  private static let limit = 1_000

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "--line", value: "LINE",
        help: """
          The command line of bash up to the cursor; prints what replaces the one word that is given.
          """
      ) { $0.line = $1 }
      Arguments.rest { $0.words = $1 }
    }
  }

  func run() async throws {
    let line = line.map { TypedLine($0) }
    let completion = WordCompletion(line.map { Array($0.words.dropFirst()) } ?? words)
    var candidates = completion.candidates
    let texts = (try? await Self.texts(for: completion)) ?? []
    let offered = Set(candidates.map(\.text))
    candidates += texts.map { completion.lead + $0 }.filter { !offered.contains($0) }
      .map { .init(text: $0) }
    var output = Output()
    try output.write(completion.source == .files ? "files\n" : "words\n")
    for candidate in candidates {
      guard let line else {
        try output.print("\(candidate.text)\t\(candidate.meaning)")
        continue
      }
      if let text = line.completed(to: candidate.text)?.replacement(of: words.first ?? "", line) {
        try output.print(text)
      }
    }
    try output.flush()
  }

  private static func list(of completion: WordCompletion) throws -> ListName {
    var options = StoreOptions()
    options.list = completion.list
    return try options.listName()
  }

  /// The lists or names that start with the typed text, except those with control characters, which
  /// a shell cannot take from a line.
  private static func texts(for completion: WordCompletion) async throws -> [String] {
    var option = StoreOption()
    (option.store, option.schema) = (completion.store, completion.schema)
    let store = try option.open()
    let texts: [String]
    switch completion.source {
    case .nowhere, .files: return []
    case .lists:
      texts = try await store.listNames().map {
        $0.option(relativeTo: completion.prefix) ?? $0.option
      }
    case .verdicts:
      let list = try list(of: completion)
      let own = try await ListRecipe.readable(of: list, in: store)?.recipe ?? Recipe()
      texts = own.verdictWords
    case .recipes: texts = Recipe.names
    case .columns: texts = try await store.titles(of: list(of: completion)).all
    case .names:
      texts = try await store.texts(
        in: Self.list(of: completion),
        startingWith: completion.prefix, limit: limit)
    }
    return texts.filter { text in
      // Such a name would be read as an option; after `--`, it is completed from its dash on.
      let isOption = completion.source == .names && text.unicodeScalars.first == "-"
      return text.unicodeScalars.starts(with: completion.prefix.unicodeScalars)
        && (!isOption || completion.prefix.unicodeScalars.first == "-")
        && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }
}

extension ListName {
  /// The relative path of a list of a folder, if its path was begun with `./` or `../`; `nil` otherwise.
  fileprivate func option(relativeTo typed: String) -> String? {
    guard isOfFolder, typed.hasPrefix("./") || typed.hasPrefix("../"),
      let slash = typed.lastIndex(of: "/")
    else { return nil }
    let folder = String(typed[...slash])
    // The place follows from any file name in the folder, even if there is no such file.
    guard let other = try? ListName(path: folder + "x", option: "-l"), other.place == place,
      name.text.hasPrefix(other.name.text.dropLast())
    else { return nil }
    return folder + name.text.dropFirst(other.name.text.count - 1)
  }
}

extension String {
  /// The text that bash must insert in place of `word`, the end of what was typed, since bash also
  /// splits words at characters such as the colon.
  fileprivate func replacement(of word: String, _ line: TypedLine) -> String? {
    let (typed, word) = (line.typed.unicodeScalars, word.unicodeScalars)
    guard typed.reversed().starts(with: word.reversed()) else { return nil }
    return String(unicodeScalars.dropFirst(typed.count - word.count))
  }
}
