/// The line that is being edited, which may contain control characters.
package struct EditorLine: Hashable, Sendable {
  /// The prompt before the line, or a search or numeric argument.
  package var prompt: String
  package var beforeCursor: String
  package var afterCursor: String

  /// The number that is being typed for the next command.
  package var argument: Int?

  package init(
    prompt: String = "", beforeCursor: String = "", afterCursor: String = "", argument: Int? = nil
  ) {
    self.argument = argument
    self.prompt = prompt
    self.beforeCursor = beforeCursor
    self.afterCursor = afterCursor
  }

  /// The whole line, without the prompt.
  package var text: String { beforeCursor + afterCursor }

  /// The prompt and the part of the line around the cursor that fit in a row of `columns` columns.
  ///
  /// A pasted control character before the cursor may take several columns. In a narrow row the
  /// prompt is cut first. The cursor's column is below `columns`.
  package func fitted(columns: Int, glyphs: Glyphs = .unicode) -> Fitted {
    guard columns > 0 else { return Fitted(prompt: .empty, line: .empty) }
    let parts = DisplayText.parts(
      of: beforeCursor + afterCursor, at: [beforeCursor.utf8.count], glyphs: glyphs)
    let before = parts[0]
    let line = before + parts[1]

    var prompt = DisplayText(prompt, glyphs: glyphs)
    prompt = prompt.prefix(columns: max(columns - min(8, line.columns + 1), 0))
    let room = columns - prompt.columns
    if line.columns < room {
      return Fitted(prompt: prompt, line: line, cursorInLine: before.columns)
    }
    // The cursor needs its own cell; a third of the room is for the text after it.
    let context = min(line.columns - before.columns, room / 3)
    let shown = before.suffix(columns: max(room - 1 - context, 0))
    let window = line.dropping(columns: before.columns - shown.columns).prefix(columns: room)
    return Fitted(prompt: prompt, line: window, cursorInLine: shown.columns)
  }

  package struct Fitted: Hashable, Sendable {
    package let prompt: DisplayText
    package let line: DisplayText

    /// The column from the start of the row.
    package let cursorColumn: Int

    init(prompt: DisplayText, line: DisplayText, cursorInLine: Int = 0) {
      self.prompt = prompt
      self.line = line
      cursorColumn = prompt.columns + cursorInLine
    }
  }
}
