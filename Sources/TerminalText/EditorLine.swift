/// The line being edited, as it is: pasted controls and all.
package struct EditorLine: Hashable, Sendable {
  /// What stands before the line now: the prompt, a search or a numeric argument.
  package var prompt: String

  /// The line up to the cursor.
  package var beforeCursor: String

  /// The line from the cursor on.
  package var afterCursor: String

  /// Makes a line out of its parts.
  package init(prompt: String = "", beforeCursor: String = "", afterCursor: String = "") {
    self.prompt = prompt
    self.beforeCursor = beforeCursor
    self.afterCursor = afterCursor
  }

  /// The whole line, without the prompt.
  package var text: String { beforeCursor + afterCursor }

  /// The prompt and the part of the line around the cursor that fits in one row.
  ///
  /// The cursor's column is that of what is *shown* before it: a pasted control may take
  /// several columns. A row too narrow for the prompt gives the prompt up first.
  ///
  /// - Returns: Text of at most `columns` columns, and a cursor column below `columns`.
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
    // The cursor's own column needs a cell, too; a third of the row shows what comes after it.
    let context = min(line.columns - before.columns, room / 3)
    let shown = before.suffix(columns: max(room - 1 - context, 0))
    let window = line.dropping(columns: before.columns - shown.columns).prefix(columns: room)
    return Fitted(prompt: prompt, line: window, cursorInLine: shown.columns)
  }

  /// A line cut to a row.
  package struct Fitted: Hashable, Sendable {
    /// The prompt, or what there is room for.
    package let prompt: DisplayText

    /// The part of the line that is shown.
    package let line: DisplayText

    /// The cursor's column, counted from the start of the row.
    package let cursorColumn: Int

    init(prompt: DisplayText, line: DisplayText, cursorInLine: Int = 0) {
      self.prompt = prompt
      self.line = line
      cursorColumn = prompt.columns + cursorInLine
    }
  }
}
