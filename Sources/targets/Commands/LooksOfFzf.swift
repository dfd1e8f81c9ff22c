import CommandSyntax
import ListModel

/// Options of fzf in scripts that were written for it: some about appearance are ignored, and the
/// others fail with advice what to use instead.
///
/// Options that both programs have are declared elsewhere.
struct LooksOfFzf: ArgumentGroup {
  private enum Kind {
    /// Ignored: changes only the appearance; takes no value, a value, or an optional style.
    case flag, value, style

    /// Refused, because the result would silently differ; with the option to use instead.
    case refused(String)
  }

  private static let leaveOut = Kind.refused("leave it out")
  private static let isUsual = Kind.refused("it is the default; leave it out")
  private static let useHeader = Kind.refused("use --header")
  private static let useASCII = Kind.refused("use --ascii")
  private static let useHistory = Kind.refused("the prompt has a history with -l")
  private static let useKeys = Kind.refused("set keys in ~/.inputrc")
  private static let useQueryParam = Kind.refused("use --from with --query-param")
  private static let useFile = Kind.refused("name a FILE, or pipe names in, as from find")

  /// The values that may follow fzf's `--border` without an equals sign; any other word is a FILE.
  private static let styles: Set = [
    "rounded", "sharp", "bold", "block", "thinblock", "double", "horizontal", "vertical", "line",
    "top", "bottom", "left", "right", "none",
  ]

  /// Options of the screen that scripts for fzf may give with `-f`, where only `--color` has an effect.
  static let screenOptions: Set = ["--color", "--layout", "--reverse", "--no-mouse"]

  private static let options: [(name: String, kind: Kind)] = [
    ("--border", .style), ("--cycle", .flag), ("--info", .value), ("--margin", .value),
    ("--marker", .value), ("--padding", .value), ("--pointer", .value),
    ("--accept-nth", .refused("cut the fields out of what is printed, as with cut -f")),
    ("--algo", .refused("use --match")), ("--ambidouble", leaveOut),
    ("--async", .refused("rows are shown as they arrive; leave it out")),
    ("--bash", .refused("use targets shell bash")),
    ("--bind", .refused("use --expect for keys that accept, or set keys in ~/.inputrc")),
    ("--black", .refused("use --color")), ("--bold", .refused("use --color")),
    ("--border-label", useHeader), ("--border-label-pos", leaveOut), ("--clear", isUsual),
    ("--disabled", useQueryParam),
    ("--ellipsis", useASCII), ("--filepath-word", useKeys),
    ("--fish", .refused("use targets shell fish")), ("--footer", useHeader),
    ("--footer-border", leaveOut), ("--footer-label", useHeader), ("--footer-label-pos", leaveOut),
    ("--freeze-left", .refused("columns stay in view; leave it out")),
    ("--freeze-right", .refused("columns stay in view; leave it out")), ("--gap", leaveOut),
    ("--gap-line", leaveOut), ("--ghost", .refused("use --prompt or --header")),
    ("--gutter", leaveOut), ("--gutter-raw", leaveOut), ("--header-border", leaveOut),
    ("--header-first", .refused("the header is above the rows; leave it out")),
    ("--header-label", useHeader), ("--header-label-pos", leaveOut),
    ("--header-lines-border", leaveOut), ("--highlight-line", leaveOut), ("--history", useHistory),
    ("--history-size", useHistory), ("--hscroll", leaveOut), ("--hscroll-off", leaveOut),
    ("--info-command", useHeader), ("--inline-info", .refused("use --info=inline")),
    ("--input-border", leaveOut), ("--input-label", .refused("use --prompt or --header")),
    ("--input-label-pos", leaveOut), ("--jump-labels", .refused("use M-g")),
    ("--keep-right", .refused("long names wrap by themselves; leave it out")),
    ("--keymap-convert", useKeys), ("--list-border", leaveOut), ("--list-label", useHeader),
    ("--list-label-pos", leaveOut), ("--listen", .refused("use --commands")),
    ("--listen-unsafe", .refused("use --commands")), ("--literal", .refused("use --case exact")),
    ("--man", .refused("see targets manual")), ("--marker-multi-line", leaveOut),
    ("--min-height", .refused("use --height")), ("--multi-line", leaveOut),
    ("--phony", useQueryParam), ("--popup", .refused("use --height")),
    ("--preview-border", leaveOut), ("--preview-label", useHeader),
    ("--preview-label-pos", leaveOut),
    ("--preview-window", .refused("the size of the preview follows the window; leave it out")),
    ("--preview-wrap-sign", leaveOut),
    ("--raw", .refused("only rows that match are shown")), ("--scheme", .refused("use --order")),
    ("--scroll-off", leaveOut), ("--scrollbar", leaveOut), ("--separator", leaveOut),
    ("--style", .refused("there is one style; leave it out")),
    ("--sync", .refused("-1 and -0 read all rows first; leave it out")), ("--tabstop", leaveOut),
    ("--tail", .refused("read fewer lines, as with tail -n")), ("--threads", leaveOut),
    ("--tiebreak", .refused("rows have one order, see --order; leave it out")),
    ("--tmux", .refused("use --height")),
    ("--toggle-sort", .refused("use --order")),
    ("--track", .refused("the selection stays with its row by itself; leave it out")),
    ("--tty-default", leaveOut),
    ("--unicode", useASCII), ("--walker", useFile), ("--walker-root", useFile),
    ("--walker-skip", useFile), ("--with-shell", .refused("a preview is run by sh; leave it out")),
    ("--wrap", .refused("long names wrap by themselves; leave it out")), ("--wrap-sign", leaveOut),
    ("--wrap-word", .refused("long names wrap by themselves; leave it out")),
    ("--zsh", .refused("use targets shell zsh")),
    ("--no-extended", .refused("use --match phrase")), ("+x", .refused("use --match phrase")),
    ("-x", isUsual), ("--extended", isUsual), ("--smart-case", isUsual),
    ("-i", .refused("use --case ignore")), ("--ignore-case", .refused("use --case ignore")),
    ("+i", .refused("use --case exact")), ("--no-ignore-case", .refused("use --case exact")),
    ("+c", .refused("use --color never")), ("--no-color", .refused("use --color never")),
    ("+e", isUsual), ("--no-exact", isUsual), ("-s", isUsual), ("--sort", isUsual),
    ("--no-tac", isUsual), ("--no-ansi", isUsual), ("--no-read0", isUsual),
    ("--no-print0", isUsual), ("--no-reverse", isUsual), ("--no-height", isUsual),
    ("--no-preview", isUsual), ("+1", isUsual), ("--no-select-1", isUsual), ("+0", isUsual),
    ("--no-exit-0", isUsual), ("--no-print-query", isUsual), ("--no-expect", isUsual),
    ("--no-header-lines", isUsual), ("+2", .refused("use --color")),
    ("-2", .refused("use --color")), ("--256", .refused("use --color")),
    ("--no-sync", .refused("rows are shown as they arrive; leave it out")),
    ("--no-input", .refused("rows are narrowed by a query; leave it out")),
  ]

  /// The first placeholder of a preview that only fzf has, such as `{q}`, `{+}` or `{s1}`; without
  /// `takesFields`, also `{1}`.
  static func placeholder(in script: String, takesFields: Bool) -> String? {
    var rest = script[...]
    while let start = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: "}") else { return nil }
      let text = rest[..<end]
      let isOfFzf = ["q", "n"].contains(text) || text.contains { "+0123456789".contains($0) }
      let isTaken = takesFields && !text.contains("+") && FieldRange.list(String(text)) != nil
      if isOfFzf, !isTaken, text.allSatisfy({ "+sfnq0123456789.,-".contains($0) }) {
        return "{\(text)}"
      }
    }
    return nil
  }

  static var arguments: Arguments<Self> {
    Arguments { Arguments.unlisted { argument(named: $0, in: Self.self) } }
  }

  /// The option of fzf with a name, for any group of arguments.
  static func argument<Group: ArgumentGroup>(
    named name: String, in group: Group.Type
  ) -> Argument<Group>? {
    for option in options {
      if option.name == name { return argument(name, option.kind) }
      if name == "--no-" + option.name.dropFirst(2) {
        return argument(name, negation(of: option.name, option.kind))
      }
    }
    return nil
  }

  private static func argument<Group: ArgumentGroup>(
    _ name: String, _ kind: Kind
  ) -> Argument<Group> {
    switch kind {
    case .flag: Argument.flag(name, help: "", isShown: false) { _ in }
    case .value:
      Argument.option(name, value: "STYLE", help: "", isShown: false, takesAnyText: true) { _, _ in
      }
    case .style:
      Argument.option(
        name, optionalValue: "STYLE", help: "", isShown: false, takesNext: { styles.contains($0) }
      ) { _, _ in }
    case .refused(let advice):
      Argument.option(name, optionalValue: "VALUE", help: "", isShown: false) { _, _ in
        throw OptionRefusal("is an option of fzf; \(advice)")
      }
    }
  }

  /// The `--no-` form, usually ignored: it turns off what has no effect or is off anyway.
  private static func negation(of name: String, _ kind: Kind) -> Kind {
    switch (name, kind) {
    case ("--unicode", _): useASCII
    case ("--bold", _), ("--black", _): .refused("use --color")
    case (_, .refused): leaveOut
    default: .flag
    }
  }
}
