import Printing
import ArgumentParser
import TerminalText

/// How the rows look on the terminal.
struct ScreenOptions: ParsableArguments {
  @Flag(help: "No live redraw: a query and Enter prints numbered rows.")
  var plain = false

  @Option(
    help: ArgumentHelp("Filter at most so often while typing; 0 for every key.", valueName: "ms"))
  var throttle = 50

  @Option(
    help: ArgumentHelp(
      "Browse in so many rows below the cursor; ~ for fewer where the list is short.",
      valueName: "[~]rows[%]"),
    transform: { try AreaHeight($0) })
  var height: AreaHeight?

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  @Option(help: "auto, or none: rows that come and go are not animated.")
  var motion = MotionChoice.auto

  @Flag(help: "The prompt above the rows instead of below.")
  var reverse = false

  @Flag(
    help: "Clicks select rows and jump to index titles, the wheel scrolls; on the whole screen.")
  var mouse = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Show beside the rows what a shell command prints of the selected one: {} is its name, {id}, \
      {detail} and {note} what else is known of it. (default: TARGETS_PREVIEW)
      """,
      valueName: "command"))
  var preview: String?

  func validate() throws {
    if throttle < 0 { throw ValidationError("--throttle takes milliseconds, 0 or more") }
  }
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

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

enum MotionChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, none

  var isAnimated: Bool { self == .auto && Environment.value("NO_MOTION") == nil }
}
