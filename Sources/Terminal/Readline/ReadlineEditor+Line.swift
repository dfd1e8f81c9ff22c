import CReadline
import TerminalText

extension ReadlineEditor {
  var prompt: String {
    get { configuredPrompt }
    set {
      configuredPrompt = newValue
      rl_set_prompt(newValue)
    }
  }

  /// The line with its current prompt, in O(*n*); invalid UTF-8 is read as U+FFFD.
  var line: EditorLine {
    let bytes = lineBytes
    let point = min(max(Int(creadline_point()), 0), bytes.count)
    return EditorLine(
      prompt: shownPrompt,
      beforeCursor: String(decoding: bytes[..<point], as: UTF8.self),
      afterCursor: String(decoding: bytes[point...], as: UTF8.self),
      argument: isTypingArgument ? Int(creadline_argument()) : nil)
  }

  func setLine(_ text: String) {
    rl_begin_undo_group()
    rl_delete_text(0, creadline_length())
    creadline_set_point(0)
    insert(Array(text.utf8))
    rl_end_undo_group()
  }

  func clearLine() {
    leaveHistoryLine()
    // This also frees the line saved while browsing the history; that must come before freeing the undo
    // list that it may share.
    rl_initialize()
    rl_free_undo_list()
    useUTF8()
    if creadline_is_vi() != 0 { rl_vi_insertion_mode(1, 0) }
    chooseKeymap()
  }

  /// Copies the line if it belongs to the history; the copy cannot be undone.
  ///
  /// readline does so when it accepts a line. Otherwise the undo list would be freed twice.
  private func leaveHistoryLine() {
    guard current_history() != nil else { return }
    let text = lineBytes.map { CChar(bitPattern: $0) } + [0]
    let point = creadline_point()
    rl_revert_line(1, 0)
    let changed = replace_history_entry(where_history(), creadline_line(), nil)
    if let changed { _ = free_history_entry(changed) }
    rl_replace_line(text, 1)
    creadline_set_point(point)
  }

  func addToHistory(_ line: String) {
    let newest = creadline_newest_history_line().map { String(cString: $0) }
    guard !line.isEmpty, line != newest else { return }
    leaveHistoryLine()
    add_history(line)
    using_history()
    history?.append(line)
  }

  func loadHistory() {
    using_history()
    stifle_history(Int32(HistoryFile.maximumLines))
    for line in history?.read() ?? [] { add_history(line) }
    using_history()
  }

  func paste(_ text: [UInt8]) {
    if isBound(Paste.start) {
      // readline's own paste also works in a search, and is undone in one step.
      ready = (Paste.start + text + Paste.end)[...]
    } else {
      insert(text)
    }
  }

  /// Inserts text at the cursor and cuts the line to its maximum length.
  func insert(_ bytes: [UInt8]) {
    let text = bytes.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    rl_insert_text(text)
    limitLine()
  }

  func limitLine() {
    guard Int(creadline_length()) > LineLimit.bytes else { return }
    let end = Int32(LineLimit.prefix(of: lineBytes).count)
    rl_delete_text(end, creadline_length())
    creadline_set_point(min(creadline_point(), end))
  }

  private var lineBytes: UnsafeBufferPointer<UInt8> {
    guard let start = creadline_line() else { return UnsafeBufferPointer(start: nil, count: 0) }
    let count = Int(creadline_length())
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// readline's prompt, after a sign for the editing mode if the user wants that.
  private var shownPrompt: String {
    let prompt = creadline_prompt().map { String(cString: $0) } ?? ""
    return (prompt == configuredPrompt ? shownMode + prompt : prompt).withoutInvisible
  }

  /// readline shows the mode only in its internal prompt, so it is repeated here.
  private var shownMode: String {
    guard Self.variable("show-mode-in-prompt") == "on" else { return "" }
    if creadline_is_vi() == 0 { return Self.variable("emacs-mode-string") ?? "" }
    let mode = creadline_is_vi_command() == 0 ? "ins" : "cmd"
    return Self.variable("vi-\(mode)-mode-string") ?? ""
  }

  static func variable(_ name: String) -> String? {
    rl_variable_value(name).map { String(cString: $0) }
  }
}

extension String {
  /// The text without parts between U+0001 and U+0002, which mark invisible characters in a prompt.
  fileprivate var withoutInvisible: String {
    guard contains("\u{1}") || contains("\u{2}") else { return self }
    var isSeen = true
    return String(
      filter { character in
        if character == "\u{1}" { isSeen = false }
        defer { if character == "\u{2}" { isSeen = true } }
        return isSeen && character != "\u{2}"
      })
  }
}
