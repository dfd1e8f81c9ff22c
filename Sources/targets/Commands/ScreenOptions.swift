import Printing
import CommandSyntax
import TerminalText

/// The options for the look of rows on the terminal.
struct ScreenOptions: ArgumentGroup {
  var plain = false

  var throttle = 50

  var height: AreaHeight?

  var color = ColorChoice.auto

  /// Colors in fzf's notation, which a picker ignores: it uses the palette of the terminal.
  private var colorsOfFzf: String?

  var cursor = CursorChoice.prompt

  var motion = MotionChoice.auto

  var reverse = false

  var mouse = false

  var preview: String?

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.flag("--plain", help: "Print numbered rows instead of redrawing the screen.") {
        $0.plain = true
      }
      Argument.option(
        "--throttle", value: "MS",
        help: "Filter at most once per MS milliseconds while typing; 0 filters at every key."
      ) { $0.throttle = try $1.number(from: 0) }
      Argument.option(
        "--height", value: "[~]ROWS[%]",
        help:
          "Use this many rows below the cursor, or a percentage; with ~, fewer for a short list."
      ) {
        do { $0.height = try AreaHeight($1) } catch { throw UsageError("--height: \(error)") }
      }
      ColorChoice.argument { options, text in
        if let color = ColorChoice(rawValue: text) {
          (options.color, options.colorsOfFzf) = (color, nil)
        } else if ColorChoice.areOfFzf(text) {
          options.colorsOfFzf = text
        } else {
          options.color = try text.choice()
        }
      }
      Argument.choice(
        "--cursor", value: "PLACE",
        help: """
          Where to put the terminal's cursor while no text is typed. row, for screen readers: on the selected row, \
          without animation and box drawing.
          """
      ) { $0.cursor = $1 }
      Argument.choice(
        "--motion", value: "MOTION", help: "Animate rows that come and go (auto), or not (none)."
      ) { $0.motion = $1 }
      Argument.flag("--reverse", help: "Put the prompt above the rows.") { $0.reverse = true }
      Argument.choice(
        "--layout", value: "LAYOUT",
        help: "reverse: the same as --reverse; default, reverse-list: the prompt below the rows."
      ) { (options: inout Self, layout: Layout) in options.reverse = layout == .reverse }
      Argument.flag(
        "--mouse",
        help: "On the full screen: click to select rows and titles, scroll with the wheel."
      ) { $0.mouse = true }
      Argument.flag("--no-mouse", help: "Leave the mouse to the terminal.") { $0.mouse = false }
      Argument.option(
        "--preview", value: "COMMAND",
        help: """
          Show what this shell command prints for the selected row; {}, {id}, {detail}, {note} and {revision} are \
          its name, ID, detail, note and revision; in pick without -l, {2}, {-1} or {2..} are fields of the line. (default: \
          TARGETS_PREVIEW)
          """
      ) { $0.preview = $1 }
    }
  }
}

extension ScreenOptions {
  /// Refuses fzf's colors, except in a picker.
  func refuseColorsOfFzf() throws {
    guard let colorsOfFzf else { return }
    let choices = ColorChoice.allCases.map(\.rawValue).alternatives
    throw UsageError("--color takes \(choices), not “\(colorsOfFzf)”")
  }
}

enum Layout: String, CaseIterable {
  case `default`, reverse
  case reverseList = "reverse-list"
}

enum ColorChoice: String, CaseIterable {
  case auto, always, never

  static func argument<Root: ArgumentGroup>(
    take: @escaping @Sendable (inout Root, String) throws -> Void
  ) -> Argument<Root> {
    .option("--color", value: "WHEN", help: "When to use colors: auto, always or never.", set: take)
  }

  /// Whether a text names colors as fzf does: a scheme, and parts of its screen.
  static func areOfFzf(_ text: String) -> Bool {
    text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
      $0.dropFirst().contains(":") || ["dark", "light", "16", "base16", "bw"].contains($0)
    }
  }

  /// Follows the conventions of `CLICOLOR_FORCE`, `NO_COLOR` and `TERM=dumb`.
  var isColored: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isForced || Environment.value("NO_COLOR") == nil && Environment.value("TERM") != "dumb"
    }
  }

  /// Whether output that does not reach a terminal is colored as well.
  var isForced: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: Environment.value("CLICOLOR_FORCE").map { $0 != "0" } == true
    }
  }
}

enum CursorChoice: String, CaseIterable { case prompt, row }

enum MotionChoice: String, CaseIterable {
  case auto, none

  var isAnimated: Bool { self == .auto && Environment.value("NO_MOTION") == nil }
}
