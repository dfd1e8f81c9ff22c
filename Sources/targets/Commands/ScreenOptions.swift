import Printing
import CommandSyntax
import TerminalText

/// How the rows look on the terminal.
struct ScreenOptions: ArgumentGroup {
  var plain = false

  var throttle = 50

  var height: AreaHeight?

  var color = ColorChoice.auto

  var motion = MotionChoice.auto

  var reverse = false

  var mouse = false

  var preview: String?

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.flag("--plain", help: "No live redraw: a query and Enter prints numbered rows.") {
        $0.plain = true
      }
      Argument.option(
        "--throttle", value: "MS",
        help: "Filter at most once per MS milliseconds while typing; 0 at every key."
      ) { $0.throttle = try $1.number(from: 0) }
      Argument.option(
        "--height", value: "[~]ROWS[%]",
        help: "Use this many rows below the cursor; with ~ fewer where the list is short."
      ) {
        do { $0.height = try AreaHeight($1) } catch { throw UsageError("--height: \(error)") }
      }
      ColorChoice.argument { $0.color = $1 }
      Argument.choice(
        "--motion", value: "MOTION", help: "auto, or none: rows that come and go are not animated."
      ) { $0.motion = $1 }
      Argument.flag("--reverse", help: "Put the prompt above the rows.") { $0.reverse = true }
      Argument.choice(
        "--layout", value: "LAYOUT", help: "reverse is --reverse."
      ) { (options: inout Self, layout: Layout) in options.reverse = layout == .reverse }
      Argument.flag(
        "--mouse", help: "On the whole screen: click rows and titles, scroll with the wheel."
      ) { $0.mouse = true }
      Argument.flag("--no-mouse", help: "Leave the mouse to the terminal.") { $0.mouse = false }
      Argument.option(
        "--preview", value: "COMMAND",
        help: """
          Show beside the rows what a shell command prints of the selected one: {} is its name, {id}, \
          {detail} and {note} what else is known of it. (default: TARGETS_PREVIEW)
          """
      ) { $0.preview = $1 }
    }
  }
}

enum Layout: String, CaseIterable { case `default`, reverse }

enum ColorChoice: String, CaseIterable {
  case auto, always, never

  static func argument<Root: Sendable>(
    set: @escaping @Sendable (inout Root, ColorChoice) -> Void
  ) -> Argument<Root> {
    .option("--color", value: "WHEN", help: "auto, always or never.") {
      // What fzf takes here are colors, and the palette of the terminal has its own.
      if $1.contains(":") || ["dark", "light", "16", "bw"].contains($1) { return }
      set(&$0, try $1.choice())
    }
  }

  /// By the conventions of `CLICOLOR_FORCE` and `NO_COLOR`.
  var isColored: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      Environment.value("CLICOLOR_FORCE").map { $0 != "0" } == true
        || Environment.value("NO_COLOR") == nil
    }
  }
}

enum MotionChoice: String, CaseIterable {
  case auto, none

  var isAnimated: Bool { self == .auto && Environment.value("NO_MOTION") == nil }
}
