import CommandSyntax

/// Options of fzf in scripts that were written for it: those that only change how it looks have no effect,
/// and the others say what to use instead.
///
/// What both programs have alike is an option of its own, elsewhere.
struct LooksOfFzf: ArgumentGroup {
  private static let looksWithOptionalValue = [
    "--border", "--footer-border", "--gap", "--gap-line", "--header-border",
    "--header-lines-border", "--input-border", "--list-border", "--preview-border", "--scrollbar",
  ]

  /// What may stand behind the border of fzf without an equals sign; any other word is a FILE.
  private static let styles: Set = [
    "rounded", "sharp", "bold", "block", "thinblock", "double", "horizontal", "vertical", "line",
    "top", "bottom", "left", "right", "none",
  ]

  private static let looksWithValue = [
    "--border-label-pos", "--ellipsis", "--footer-label-pos", "--gutter", "--gutter-raw",
    "--header-label-pos", "--hscroll-off", "--info", "--input-label-pos", "--list-label-pos",
    "--margin", "--marker", "--marker-multi-line", "--min-height", "--padding", "--pointer",
    "--preview-label-pos", "--scroll-off", "--separator", "--tabstop", "--wrap-sign",
  ]

  private static let flags = [
    "--black", "--bold", "--cycle", "--filepath-word", "--header-first", "--highlight-line",
    "--hscroll", "--inline-info", "--keep-right", "--multi-line", "--sync", "--unicode",
  ]

  /// What would be silently different, with what to use instead.
  static let refused: [(name: String, advice: String)] = [
    ("--accept-nth", "cut the fields out of what is printed, as with cut -f"),
    ("--algo", "use --match"), ("--bash", "use targets shell bash"),
    ("--bind", "use --expect for keys that accept, or set keys in ~/.inputrc"),
    ("--border-label", "use --header"), ("--disabled", "use --from with --query-param"),
    ("--fish", "use targets shell fish"), ("--footer", "use --header"),
    ("--footer-label", "use --header"), ("--freeze-left", "columns stay in view"),
    ("--freeze-right", "columns stay in view"), ("--ghost", "use --prompt or --header"),
    ("--header-label", "use --header"), ("--history", "the prompt has a history with -l"),
    ("--history-size", "the prompt has a history with -l"), ("--info-command", "use --header"),
    ("--input-label", "use --prompt or --header"), ("--jump-labels", "use M-g"),
    ("--keymap-convert", "set keys in ~/.inputrc"), ("--list-label", "use --header"),
    ("--listen", "use --commands"), ("--listen-unsafe", "use --commands"),
    ("--literal", "use --case exact"), ("--man", "see targets manual"),
    ("--phony", "use --from with --query-param"), ("--popup", "use --height"),
    ("--preview-label", "use --header"), ("--preview-window", "use --preview"),
    ("--raw", "only rows that match are shown"), ("--scheme", "use --order"),
    ("--style", "there is one style; leave it out"),
    ("--tail", "read fewer lines, as with tail -n"), ("--tiebreak", "use --order"),
    ("--tmux", "use --height"), ("--toggle-sort", "use --order"),
    ("--track", "the selection stays with its row by itself; leave it out"),
    ("--walker", "name a FILE, or pipe names in, as from find"),
    ("--walker-root", "name a FILE, or pipe names in, as from find"),
    ("--walker-skip", "name a FILE, or pipe names in, as from find"),
    ("--with-shell", "a preview is run by sh; leave it out"),
    ("--wrap", "long names wrap by themselves; leave it out"), ("--zsh", "use targets shell zsh"),
  ]

  /// What turns something off that cannot be turned off, or on.
  private static let refusedFlags: [(name: String, advice: String)] = [
    ("--no-extended", "use --match phrase"), ("+x", "use --match phrase"),
    ("--no-input", "rows are narrowed by a query; leave it out"),
  ]

  /// Why an option is refused; `nil` if it is none of fzf, or has no effect.
  static func refusal(of name: String) -> String? {
    (refused + refusedFlags).first { $0.name == name }
      .map { "\(name) is an option of fzf; \($0.advice)" }
  }

  /// The first placeholder of a preview that fzf has and this program has not, such as `{1}`, `{q}` or `{+}`.
  static func placeholder(in script: String) -> String? {
    var rest = script[...]
    while let start = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: "}") else { return nil }
      let text = rest[..<end]
      let isOfFzf = ["q", "n"].contains(text) || text.contains { "+0123456789".contains($0) }
      if isOfFzf, text.allSatisfy({ "+sfnq0123456789.,-".contains($0) }) { return "{\(text)}" }
    }
    return nil
  }

  static var arguments: Arguments<Self> {
    Arguments {
      for name in looksWithOptionalValue {
        Argument.option(
          name, optionalValue: "STYLE", help: "", isShown: false, takesNext: { styles.contains($0) }
        ) { _, _ in }
      }
      for name in looksWithValue {
        Argument.option(
          name, value: "STYLE", help: "", isShown: false, takesAnyText: true
        ) { _, _ in }
      }
      for name in flags + ["-x", "--extended", "--smart-case"] {
        Argument.flag(name, help: "", isShown: false) { _ in }
      }
      // Without it is how it is here.
      for name in looksWithOptionalValue + looksWithValue + flags + refused.map(\.name) {
        Argument.flag("--no-" + name.dropFirst(2), help: "", isShown: false) { _ in }
      }
      for (name, _) in refused {
        Argument.option(name, optionalValue: "VALUE", help: "", isShown: false) { _, _ in
          throw UsageError(refusal(of: name) ?? "")
        }
      }
      for (name, _) in refusedFlags {
        Argument.option(name, optionalValue: "VALUE", help: "", isShown: false) { _, _ in
          throw UsageError(refusal(of: name) ?? "")
        }
      }
    }
  }
}
