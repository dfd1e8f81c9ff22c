/// The keys of review mode: the table that its bindings, its hints and the help are made from.
package enum ReviewCommand: String, CaseIterable, Sendable {
  case dead, ok, confirm, like, snooze, note, undo, again, next, back, find, command, help, leave

  /// The name of the keymap, for `set keymap` in `~/.inputrc`.
  package static let keymap = "targets-review"

  /// The readline command name, which `~/.inputrc` can bind to keys.
  package var readlineName: String { "targets-review-\(rawValue)" }

  /// The key; in plain mode what is typed before Enter.
  package var key: Character {
    switch self {
    case .dead: "d"
    case .ok: "o"
    case .confirm: "="
    case .like: "l"
    case .snooze: "z"
    case .note: "m"
    case .undo: "u"
    case .again: "."
    case .next: "n"
    case .back: "p"
    case .find: "/"
    case .command: ":"
    case .help: "?"
    case .leave: "q"
    }
  }

  /// The word beside the key at the bottom of the screen; `nil` if it is in the help only.
  var word: String? { [.command, .confirm].contains(self) ? nil : rawValue }

  package var summary: String {
    switch self {
    case .dead: "mark dead, go to the next open row"
    case .ok: "mark ok, go to the next open row"
    case .confirm: "decide a row that has changed as before"
    case .like: "like it, or like it no more"
    case .snooze: "put it off, as in 30d, and go to the next open one"
    case .note: "write a note on it"
    case .undo: "undo the last decision of this session"
    case .again: "what was done last once more, with its note"
    case .next: "go to the next open row"
    case .back: "go back to what was decided last"
    case .find: "narrow the list"
    case .command: "give a command"
    case .help: "this help"
    case .leave: "leave review mode"
    }
  }
}
