import ListModel
import Substrings
import TerminalText

/// The help, made from `Command` and `ColonCommand.table`.
enum HelpText {
  /// The keys and commands in parts, each with what it does.
  static func parts(_ settings: Browser.Settings) -> [(title: String, entries: [(String, String)])]
  {
    let keys =
      [
        ("a word", "show only names with a word that starts like this"),
        ("'a ^a a$ !a", "a anywhere; at the start; at the end; names without it"),
      ]
      + commands(settings).map { ($0.keyLabel, $0.summary) }
      + [
        ("C-n, C-j", "in a picker: select the next row"),
        ("C-p, C-k", "in a picker: select the previous row"),
      ]
      + (settings.purpose == .picking
        ? [
          ("Enter", accepting),
          ("Esc, C-c, C-g", "leave without a row"),
        ]
        : [
          ("Tab", "complete a command or a name"),
          ("Esc", "deselect the row; then clear the line"),
          ("C-c", "clear the line; on an empty line: leave"),
        ]) + [("C-d", "on an empty line: leave"), ("C-z", "suspend; fg in the shell continues")]
    let enter = [
      ("Enter", "with a row selected: decide it dead, go to the next row that is not"),
      ("Enter", "with text typed: select the first row that is not dead"),
      ("Enter", "otherwise: print the rows above the screen"),
      ("Enter", "in a picker: " + accepting),
    ]
    let commands = ColonCommand.table.map { (":\($0.word) \($0.operand)", $0.summary) }
    let review =
      settings.verdicts.map {
        (String($0.key), "decide \($0.verdict.word) (\($0.verdict.class)), go to the next open row")
      } + settings.reviewCommands.map { ($0.keyLabel, $0.summary) }
      + [
        (
          "a number, then a key",
          "repeat that often, or decide this row and the open rows after it, that many in all"
        ),
        ("↓, ↑", "select the next or previous row, decided or not"),
        ("Esc", "cancel the question or the number"),
        (ReviewCommand.keymap, "the name of this keymap in ~/.inputrc"),
      ]
    let mouse = [
      ("click", "with --mouse: select the row, or jump to the index title"),
      ("wheel", "with --mouse: scroll"),
    ]
    guard settings.takesCommands else { return [("Keys", keys), ("Mouse", mouse)] }
    return [
      ("Keys", keys + (settings.purpose == .picking ? [] : enter)), ("Mouse", mouse),
      (reviewTitle, review), ("Commands", commands),
    ]
  }

  private static let reviewTitle = "Review"

  private static let accepting = "print the selected row, or those that were picked, and leave"

  /// The commands that keys call.
  private static func commands(_ settings: Browser.Settings) -> [Command] {
    Command.allCases.filter {
      // In a picker, C-g leaves.
      (settings.usesStore || !$0.needsStore) && ($0 != .abort || settings.purpose != .picking)
    }
  }

  static func lines(_ settings: Browser.Settings, columns: Int) -> [StyledText] {
    let glyphs = settings.glyphs
    return parts(settings).flatMap { title, entries in
      [Self.title(title, glyphs)]
        + entries.flatMap { entry($0.0, $0.1, glyphs, columns: columns) }
    }
  }

  /// One line of help on a key, as the help writes it, or on a command, `:` optional.
  static func notice(on topic: String, _ settings: Browser.Settings) -> Browser.Notice {
    let glyphs = settings.glyphs
    let wanted = topic.lowercased()
    for command in commands(settings) {
      let keys = command.keyLabel.replacing(text: " LETTER", by: "").lowercased()
        .parts(separatedBy: ", ")
      guard keys.contains(wanted[...]) || command.readlineName == wanted else { continue }
      let text = "\(command.keyLabel): \(command.summary) (\(command.readlineName) in ~/.inputrc)"
      return .init(text.inGlyphs(glyphs))
    }
    if let command = ReviewCommand.allCases.first(where: {
      $0.keyLabel == topic || $0.readlineName == wanted
    }) {
      return .init(
        "\(command.keyLabel) in review mode: \(command.summary) (\(command.readlineName) in ~/.inputrc)"
      )
    }
    let word = wanted.drop { $0 == ":" }
    if let entry = ColonCommand.table.first(where: { $0.word == word }) {
      let operand = entry.operand.isEmpty ? "" : " \(entry.operand)"
      return .init(":\(entry.word)\(operand): \(entry.summary)")
    }
    let others = parts(settings).flatMap { title, entries in
      entries.filter { $0.0.lowercased().parts(separatedBy: ", ").contains(wanted[...]) }
        .map { "\($0)\(title == reviewTitle ? " in review mode" : ""): \($1)" }
    }
    if !others.isEmpty { return .init(others.joined(separator: "; ").inGlyphs(glyphs)) }
    return .init("no key or command “\(topic)”; :help lists them", isError: true)
  }

  private static func title(_ text: String, _ glyphs: Glyphs) -> StyledText {
    StyledText(DisplayText(text, glyphs: glyphs), .header)
  }

  /// The width of the widest key and the spaces around it.
  private static let keyColumns = 28

  /// A key and its description, which begins on the next line if the key is too long for the margin.
  private static func entry(
    _ key: String, _ summary: String, _ glyphs: Glyphs, columns: Int
  ) -> [StyledText] {
    let key = StyledText(DisplayText("  " + key.inGlyphs(glyphs), glyphs: glyphs), .key)
    let summary = StyledText(DisplayText(summary, glyphs: glyphs), Style())
    let margin = columns >= 2 * keyColumns ? keyColumns : min(6, columns / 4)
    let indent = StyledText(DisplayText.blank(columns: margin))
    let lines = summary.wrapped(columns: max(columns - margin, 1), glyphs: glyphs)
    guard key.columns < margin, let first = lines.first else {
      return key.wrapped(columns: columns, glyphs: glyphs) + lines.map { indent + $0 }
    }
    let gap = StyledText(DisplayText.blank(columns: margin - key.columns))
    return [key + gap + first] + lines.dropFirst().map { indent + $0 }
  }
}

extension Browser {
  /// The help in the form for the manual: keys, keys of review mode, and colon commands.
  package static var helpParts: [(title: String, entries: [(String, String)])] {
    HelpText.parts(Settings())
  }
}

extension String {
  /// Replaces arrows by words if the terminal cannot show them.
  func inGlyphs(_ glyphs: Glyphs) -> String {
    if glyphs == .unicode { return self }
    return String(flatMap { $0 == "↓" ? "Down" : $0 == "↑" ? "Up" : String($0) })
  }
}

extension Screen {
  /// The help as an overlay, from line `scroll` on.
  func overlay(scroll: Int, height: Int) -> [ScreenLine] {
    let lines = state.cover.overlay?.lines(for: state) ?? []
    let first = min(scroll, max(lines.count - height, 0))
    return lines.dropFirst(first).prefix(height).map {
      ScreenLine($0.truncated(columns: columns, glyphs: glyphs))
    }
  }

  /// The candidates in as many columns as fit, read downwards.
  func completions(_ candidates: [String], height: Int) -> [ScreenLine] {
    let texts = candidates.map { DisplayText($0, glyphs: glyphs) }
    let widest = (texts.map(\.columns).max() ?? 0) + 2
    let across = max(columns / max(widest, 1), 1)
    let down = min((texts.count + across - 1) / across, height)
    return (0..<down).map { row in
      var line = StyledText()
      for text in stride(from: row, to: min(texts.count, across * down), by: down).map({ texts[$0] }
      ) {
        let padding = DisplayText.blank(columns: max(widest - text.columns, 0))
        line = line + StyledText(text + padding, Style())
      }
      return ScreenLine(line.truncated(columns: columns, glyphs: glyphs))
    }
  }
}
