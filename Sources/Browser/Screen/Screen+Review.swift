import ListModel
import TerminalText

extension Screen {
  /// The keys of review mode in place of the prompt; those that do not fit are only in the help.
  ///
  /// The number that is being typed comes before them.
  var reviewHints: StyledText {
    let more = glyphs == .unicode ? "…" : "..."
    let count = StyledText(
      line.argument.map { DisplayText("\($0)\(more)  ") } ?? .empty, .prompt)
    let isChanged = state.selected?.flags.contains(.changed) == true
    var shown = state.settings.reviewCommands.filter {
      $0.word != nil || $0 == .confirm && isChanged
    }
    for key in Self.dispensable where count.columns + line(of: shown).columns > columns {
      shown.removeAll { $0 == key }
    }
    return (count + line(of: shown)).truncated(columns: columns, glyphs: glyphs)
  }

  /// The keys that are omitted, in this order, if the line is too short.
  private static let dispensable: [ReviewCommand] = [
    .again, .back, .find, .next, .note, .snooze, .undo, .ok, .confirm,
  ]

  private func line(of keys: [ReviewCommand]) -> StyledText {
    let own = state.settings.verdicts.map { (String($0.key), $0.verdict.word) }
    let entries = own + keys.map { (String($0.key), $0.word ?? "as before") }
    return entries.enumerated().reduce(into: StyledText()) { line, entry in
      if entry.offset > 0 { line.append(DisplayText("  "), Style()) }
      line.append(DisplayText(entry.element.0), .key)
      line.append(DisplayText(" \(entry.element.1)"), .status)
    }
  }
}
