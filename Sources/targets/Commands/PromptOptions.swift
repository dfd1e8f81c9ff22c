import CommandSyntax

/// The text before the prompt line, and the lines above the rows.
struct PromptOptions: ArgumentGroup {
  var prompt: String?

  /// The lines above the rows, which cannot be picked.
  var header: [String] = []

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "--prompt", value: "TEXT", help: "Use this text as the prompt.", takesAnyText: true
      ) { $0.prompt = $1 }
      Argument.option(
        "--header", value: "TEXT",
        help: "Show this text above the rows; it can have several lines.", takesAnyText: true
      ) { $0.header = Self.lines(of: $1) }
      Argument.flag("--no-header", help: "", isShown: false) { $0.header = [] }
    }
  }

  /// The lines of a text; a line feed at its end is optional.
  private static func lines(of text: String) -> [String] {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.last == "\r" ? $0.dropLast() : $0) }
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
