/// The key commands: the table that both the bindings and the help are made from.
package enum Command: String, CaseIterable, Sendable {
  case nextRow, previousRow, nextPage, previousPage, firstRow, lastRow
  case nextSection, previousSection, jump, whole
  case markDead, like, drop, undo, redo
  case toggleIndex, cycleShow, more, help, redraw, abort

  /// The readline command name, which `~/.inputrc` can bind to keys.
  package var readlineName: String {
    switch self {
    case .nextRow: "targets-next-row"
    case .previousRow: "targets-previous-row"
    case .nextPage: "targets-next-page"
    case .previousPage: "targets-previous-page"
    case .firstRow: "targets-first-row"
    case .lastRow: "targets-last-row"
    case .nextSection: "targets-next-section"
    case .previousSection: "targets-previous-section"
    case .jump: "targets-jump"
    case .whole: "targets-whole"
    case .markDead: "targets-dead"
    case .like: "targets-like"
    case .drop: "targets-drop"
    case .undo: "targets-undo"
    case .redo: "targets-redo"
    case .toggleIndex: "targets-index"
    case .cycleShow: "targets-show"
    case .more: "targets-more"
    case .help: "targets-help"
    case .redraw: "targets-redraw"
    case .abort: "targets-abort"
    }
  }

  /// The key sequences bound to it, in readline notation.
  package var keys: [String] {
    switch self {
    case .nextRow: ["\\e[B", "\\eOB"]
    case .previousRow: ["\\e[A", "\\eOA"]
    case .nextPage: ["\\e[6~"]
    case .previousPage: ["\\e[5~"]
    case .firstRow: ["\\e[1;3H", "\\e\\e[H"]
    case .lastRow: ["\\e[1;3F", "\\e\\e[F"]
    case .nextSection: ["\\e[1;5B"]
    case .previousSection: ["\\e[1;5A"]
    case .jump: ["\\eg"]
    case .whole: ["\\ew"]
    case .markDead: ["\\ex", "\\C-xd"]
    case .like: ["\\C-xl"]
    case .drop: ["\\C-xk"]
    case .undo: ["\\C-xu"]
    case .redo: ["\\C-xr"]
    case .toggleIndex: ["\\ei"]
    case .cycleShow: ["\\ev"]
    case .more: ["\\em"]
    case .help: ["\\eh", "\\eOP", "\\e[11~"]
    case .redraw: ["\\C-l"]
    case .abort: ["\\C-g"]
    }
  }

  /// The keys as the help writes them.
  package var keyLabel: String {
    switch self {
    case .nextRow: "↓"
    case .previousRow: "↑"
    case .nextPage: "PgDn"
    case .previousPage: "PgUp"
    case .firstRow: "M-Home"
    case .lastRow: "M-End"
    case .nextSection: "C-↓"
    case .previousSection: "C-↑"
    case .jump: "M-g LETTER"
    case .whole: "M-w"
    case .markDead: "M-x, C-x d"
    case .like: "C-x l"
    case .drop: "C-x k"
    case .undo: "C-x u"
    case .redo: "C-x r"
    case .toggleIndex: "M-i"
    case .cycleShow: "M-v"
    case .more: "M-m"
    case .help: "M-h, F1"
    case .redraw: "C-l"
    case .abort: "C-g"
    }
  }

  package var summary: String {
    switch self {
    case .nextRow: "select the next row"
    case .previousRow: "select the row before"
    case .nextPage: "a screenful down"
    case .previousPage: "a screenful up"
    case .firstRow: "the first row"
    case .lastRow: "the last row"
    case .nextSection: "the next section"
    case .previousSection: "the section before"
    case .jump: "jump to a section"
    case .whole: "show a long name whole"
    case .markDead: "cross off: mark dead"
    case .like: "like, or like no more"
    case .drop: "drop from the kept list, or from a source"
    case .undo: "undo the last edit"
    case .redo: "redo what was undone"
    case .toggleIndex: "index titles on or off"
    case .cycleShow: "show all, alive, dead"
    case .more: "load more rows, or try again"
    case .help: "this help"
    case .redraw: "paint the screen again"
    case .abort: "cancel what is under way"
    }
  }
}
