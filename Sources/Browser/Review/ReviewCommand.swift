/// The keys of review mode: the table from which bindings, hints and help are made.
package enum ReviewCommand: String, CaseIterable, Sendable {
  // In the order of the hints.
  case dead, ok, confirm, reopen, snooze, like, note, undo, again, next, back, down, up, tick, range
  case find, command, help, leave

  /// The name of the keymap, for `set keymap` in `~/.inputrc`.
  package static let keymap = "targets-review"

  /// The readline command name, which `~/.inputrc` can bind to keys.
  package var readlineName: String { "targets-review-\(rawValue)" }

  /// The key; in plain mode, the letter to type before Enter.
  package var key: Character {
    switch self {
    case .dead: "d"
    case .ok: "o"
    case .confirm: "="
    case .reopen: "x"
    case .like: "l"
    case .snooze: "z"
    case .note: "m"
    case .undo: "u"
    case .again: "."
    case .next: "n"
    case .back: "p"
    case .down: "j"
    case .up: "k"
    case .tick: " "
    case .range: "V"
    case .find: "/"
    case .command: ":"
    case .help: "?"
    case .leave: "q"
    }
  }

  /// The key as the help writes it.
  package var keyLabel: String { self == .tick ? "Space" : String(key) }

  /// Whether it is about the current row or the rows around it.
  var needsRow: Bool { ![.find, .command, .help, .leave].contains(self) }

  /// The word after the key at the bottom of the screen; `nil` if the key is in the help only.
  var word: String? {
    switch self {
    case .dead, .ok, .snooze, .note, .undo, .again, .next, .back, .find, .help: rawValue
    case .leave: "quit"
    case .confirm, .reopen, .like, .down, .up, .tick, .range, .command: nil
    }
  }

  package var summary: String {
    switch self {
    case .dead: "decide dead, go to the next open row"
    case .ok: "decide ok, go to the next open row"
    case .confirm: "decide a changed row as before, go to the next open row"
    case .reopen: "remove the decision"
    case .like: "like or unlike"
    case .snooze: "snooze it (asks: 30d), go to the next open row"
    case .note: "write a note"
    case .undo: "undo the last decision or note of this session"
    case .again: "repeat the last decision with its note"
    case .next: "skip to the next open row"
    case .back: "go back to the row decided last"
    case .down: "move down without deciding"
    case .up: "move up without deciding"
    case .tick: "tick or untick the row; the next decision applies to all ticked rows"
    case .range: "start or end a range of ticked rows"
    case .find: "find: show only the rows that match a query"
    case .command: "enter a command"
    case .help: "show this help"
    case .leave: "quit review; targets review then ends"
    }
  }
}

extension ReviewCommand {
  /// Whether it edits or ticks rows.
  var edits: Bool {
    switch self {
    case .dead, .ok, .confirm, .reopen, .snooze, .like, .note, .undo, .again, .tick, .range: true
    case .next, .back, .down, .up, .find, .command, .help, .leave: false
    }
  }

  /// Whether it edits the ticked rows, if there are any.
  var editsTicks: Bool { [.dead, .ok, .confirm, .reopen, .like, .again].contains(self) }
}
