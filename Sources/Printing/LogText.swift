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

  /// When, who, what, name and note, in columns.
  package static func text(of entry: LogEntry) -> String {
    let known = AuthorText.of(entry.author ?? "", role: entry.role)
    let author = known.isEmpty ? "-" : known
    let until = entry.until.map { " until \($0.local)" } ?? ""
    let noun =
      entry.kind != .archived
      ? entry.count.noun("name") : entry.count.noun("entry", plural: "entries")
    let count = entry.count == 0 ? "" : "\(entry.count.grouped) \(noun)"
    let name = entry.name?.originalWithID ?? count
    let note = entry.note.map { "  (\($0.oneLine))" } ?? ""
    let command = entry.command.map { "  \($0)" } ?? ""
    // The line of a single row has no checksum.
    let checksum = entry.name == nil ? entry.checksum.map { "  checksum \($0)" } : nil
    return [
      entry.time?.local ?? "unknown time    ", author.padded(to: 10),
      (entry.verdict ?? entry.kind.rawValue).padded(to: 8),
      name + until + note + command + (checksum ?? "")
        + (entry.undoneBy != nil ? "  [undone]" : ""),
    ].joined(separator: "  ")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
