import CommandSyntax

/// Options of fzf in scripts that were written for it: those that only change how it looks have no effect,
/// and the others say what to use instead.
struct LooksOfFzf: ArgumentGroup {
  private static let refused = [
    ("--bind", "set keys in ~/.inputrc"), ("--listen", "use --height and a pipe"),
    ("--scheme", "use --order"), ("--tiebreak", "use --order"), ("--algo", "use --match"),
    ("--preview-window", "use --preview"), ("--history", "the prompt has one with -l"),
    ("--tmux", "use --height"), ("--popup", "use --height"), ("--jump-labels", "use M-g"),
  ]

  static var arguments: Arguments<Self> {
    Arguments {
      for name in ["--border", "--scrollbar"] {
        Argument.option(name, optionalValue: "STYLE", help: "", isShown: false) { _, _ in }
      }
      for name in [
        "--info", "--pointer", "--marker", "--margin", "--padding", "--separator", "--ellipsis",
        "--tabstop", "--border-label", "--preview-label", "--min-height", "--scroll-off",
      ] {
        Argument.option(name, value: "STYLE", help: "", isShown: false) { _, _ in }
      }
      for name in [
        "--cycle", "--no-bold", "--no-separator", "--no-scrollbar", "--inline-info", "--no-info",
        "--no-border", "--keep-right", "--no-hscroll", "--header-first", "--filepath-word",
        "--sync",
        "-x", "--extended",
      ] {
        Argument.flag(name, help: "", isShown: false) { _ in }
      }
      for (name, advice) in refused {
        Argument.option(name, optionalValue: "VALUE", help: "", isShown: false) { _, _ in
          throw UsageError("\(name) is an option of fzf; \(advice)")
        }
      }
    }
  }
}
