import ListModel
import NameSearch
package import TargetStore
package import TerminalText

/// The log of a list as lines for people.
package struct LogText {
  package let lines: [StyledText]

  package init(_ entries: [LogEntry], glyphs: Glyphs) {
    lines =
      entries.isEmpty
      ? [Self.line("no history yet", glyphs)]
      : entries.map { Self.line(Self.text(of: $0), glyphs) }
  }

  package static func line(_ text: String, _ glyphs: Glyphs) -> StyledText {
    StyledText(DisplayText(text, glyphs: glyphs), Style())
  }

  /// Time, author, change, name and note, in columns.
  package static func text(of entry: LogEntry) -> String {
    let known = AuthorText.of(entry.author ?? "", role: entry.role)
    let author = known.isEmpty ? "-" : known
    let until = entry.until.map { " until \($0.local)" } ?? ""
    let noun =
      entry.kind != .archived
      ? entry.count.noun("row") : entry.count.noun("entry", plural: "entries")
    let count = entry.count == 0 ? "" : "\(entry.count.grouped) \(noun)"
    let name = entry.name?.originalWithID ?? count
    let note =
      entry.removesNote ? "  (note removed)" : entry.note.map { "  (\($0.oneLine))" } ?? ""
    let told = [entry.decidedBy.map { "by \($0)" }, entry.decidedAt.map { "at \($0.local)" }]
      .compactMap { $0 }
    let decided = told.isEmpty ? "" : "  decided \(told.joined(separator: " "))"
    let command =
      entry.kind == .recipe ? recipeChange(entry) : entry.command.map { "  \($0)" } ?? ""
    // The line of a single row has no checksum.
    let checksum = entry.name == nil ? entry.checksum.map { "  checksum \($0)" } : nil
    return [
      entry.time?.local ?? "unknown time    ", author.padded(to: 10),
      (entry.verdict ?? entry.kind.rawValue).padded(to: 8),
      name + until + note + decided + command + (checksum ?? "")
        + (entry.undoneBy != nil ? "  [undone]" : ""),
    ].joined(separator: "  ")
  }
}

extension LogText {
  /// The options whose lines were added, changed or removed; the other formats have the whole recipe.
  private static func recipeChange(_ entry: LogEntry) -> String {
    guard let now = entry.command else { return "removed" }
    let (before, after) = (options(of: entry.earlierRecipe ?? ""), options(of: now))
    let changed = (after.map(\.key) + before.map(\.key)).filter { key in
      before.filter { $0.key == key }.map(\.line) != after.filter { $0.key == key }.map(\.line)
    }
    var seen: Set<String> = []
    let keys = changed.filter { seen.insert($0).inserted }.joined(separator: ", ")
    if entry.earlierRecipe == nil { return keys.isEmpty ? "set" : "\(keys) set" }
    return keys.isEmpty ? "only comments or the order of lines changed" : "\(keys) changed"
  }

  /// The lines of a recipe, each with its option, and for a command with its verdict.
  private static func options(of recipe: String) -> [(key: String, line: Substring)] {
    recipe.split(whereSeparator: \.isNewline).compactMap { line in
      guard line.hasPrefix("--") else { return nil }
      let words = line.split(separator: " ", maxSplits: 2)
      return (words.prefix(words[0] == "--on" ? 2 : 1).joined(separator: " "), line)
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
