/// The key commands: the table that both the bindings and the help are made from.
package enum Command: String, CaseIterable, Sendable {
  case nextRow, previousRow, nextPage, previousPage, firstRow, lastRow
  case nextSection, previousSection, jump, whole, pickNext, pickPrevious, pickAll
  case dead, ok, like, note, snooze, drop, undo, redo, review
  case toggleIndex, cycleShow, more, preview, previewUp, previewDown, help, redraw, abort

  /// The readline command name, which `~/.inputrc` can bind to keys.
  package var readlineName: String { "targets-\(entry.word)" }

  /// The key sequences bound to it, in readline notation.
  package var keys: [String] { entry.keys }

  /// The key sequences that are bound to it in a picker, which are those of other pickers.
  package var pickerKeys: [String] {
    switch self {
    case .nextRow: ["\\C-n", "\\C-j"]
    case .previousRow: ["\\C-p", "\\C-k"]
    default: []
    }
  }

  /// Whether it reads or edits what the store has about rows.
  package var needsStore: Bool {
    switch self {
    case .dead, .ok, .note, .snooze, .like, .drop, .undo, .redo, .review: true
    default: false
    }
  }

  /// The letter that calls it after C-x, if one does.
  var keyAfterPrefix: Character? {
    keys.lazy.filter { $0.hasPrefix("\\C-x") && $0.count == 5 }.first?.last
  }

  /// The keys as the help writes them.
  package var keyLabel: String { entry.label }

  package var summary: String { entry.summary }

  private var entry: (word: String, keys: [String], label: String, summary: String) {
    switch self {
    case .nextRow: ("next-row", ["\\e[B"], "↓", "select the next row")
    case .previousRow: ("previous-row", ["\\e[A"], "↑", "select the previous row")
    case .nextPage: ("next-page", ["\\e[6~"], "PgDn", "one page down")
    case .previousPage: ("previous-page", ["\\e[5~"], "PgUp", "one page up")
    case .firstRow: ("first-row", ["\\e[1;3H", "\\e\\e[H"], "M-Home", "go to the first row")
    case .lastRow: ("last-row", ["\\e[1;3F", "\\e\\e[F"], "M-End", "go to the last row")
    case .nextSection: ("next-section", ["\\e[1;5B"], "C-↓", "go to the next section")
    case .previousSection: ("previous-section", ["\\e[1;5A"], "C-↑", "go to the previous section")
    case .jump: ("jump", ["\\eg"], "M-g LETTER", "jump to a section")
    case .whole: ("whole", ["\\ew"], "M-w", "show the full name")
    case .pickNext:
      ("pick-next", ["\\t"], "Tab", "with -m: pick or unpick the row, then down")
    case .pickPrevious:
      ("pick-previous", ["\\e[Z"], "S-Tab", "with -m: pick or unpick the row, then up")
    case .pickAll: ("pick-all", ["\\ea"], "M-a", "with -m: pick all matching rows")
    case .dead: ("dead", ["\\ex", "\\C-xd"], "M-x, C-x d", "decide dead")
    case .ok: ("ok", ["\\C-xo"], "C-x o", "decide ok: reviewed, and to stay")
    case .note: ("note", ["\\C-xn"], "C-x n", "write a note")
    case .snooze: ("snooze", ["\\C-xz"], "C-x z", "snooze: 12h, 30d, 2w, 3m")
    case .review: ("review", ["\\eOQ", "\\e[12~"], "F2", "review: one key per decision")
    case .like: ("like", ["\\C-xl"], "C-x l", "like or unlike")
    case .drop: ("drop", ["\\C-xk"], "C-x k", "drop from the list; from a source: hide")
    case .undo: ("undo", ["\\C-xu"], "C-x u", "undo the last edit")
    case .redo: ("redo", ["\\C-xr"], "C-x r", "redo the last edit that was undone")
    case .toggleIndex: ("index", ["\\ei"], "M-i", "show or hide the index")
    case .cycleShow: ("show", ["\\ev"], "M-v", "next filter: all, open, not dead, dead, ok")
    case .more: ("more", ["\\em"], "M-m", "load more rows, or retry")
    case .preview: ("preview", ["\\C-xp"], "C-x p", "show or hide the preview")
    case .previewUp: ("preview-up", ["\\e[1;2A"], "S-↑", "scroll the preview up")
    case .previewDown: ("preview-down", ["\\e[1;2B"], "S-↓", "scroll the preview down")
    case .help: ("help", ["\\eh", "\\eOP", "\\e[11~"], "M-h, F1", "show this help")
    case .redraw: ("redraw", ["\\C-l"], "C-l", "redraw the screen")
    case .abort: ("abort", ["\\C-g"], "C-g", "cancel")
    }
  }
}

extension Command {
  var needsRows: Bool {
    switch self {
    case .undo, .redo, .toggleIndex, .cycleShow, .more, .preview, .previewUp, .previewDown, .help,
      .redraw, .abort, .review:
      false
    default: true
    }
  }

  /// Whether it edits or picks rows.
  var edits: Bool {
    switch self {
    case .dead, .ok, .like, .note, .snooze, .drop, .undo, .redo: true
    default: picks
    }
  }

  /// Whether it edits the ticked rows, if there are any.
  var editsTicks: Bool { [.dead, .ok].contains(self) }

  /// Whether it picks rows.
  var picks: Bool { [.pickNext, .pickPrevious, .pickAll].contains(self) }

  /// More rows than any list has.
  static let mostRows = 1_000_000_000

  /// The lines by which it scrolls an overlay, or `nil`.
  func lines(page: Int) -> Int? {
    switch self {
    case .nextRow: 1
    case .previousRow: -1
    case .nextPage: page
    case .previousPage: -page
    case .firstRow: -Self.mostRows
    case .lastRow: Self.mostRows
    default: nil
    }
  }
}
