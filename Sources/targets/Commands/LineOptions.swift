import CommandSyntax
import ListModel

/// How lines are searched and shown if no list is used.
struct LineOptions: ArgumentGroup {
  var form = LineForm()

  var headerLineCount = 0

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "-n", "--nth", value: "FIELDS",
        help: """
          Search only these fields, such as 2, -1, 2.. or 1,3, and sort by them. Spaces and tabs separate fields, or --delimiter.
          """
      ) { $0.form.searched = try fields($1, of: "--nth") }
      Argument.option(
        "--with-nth", value: "FIELDS", help: "Show only these fields; the whole line is printed."
      ) { $0.form.shown = try fields($1, of: "--with-nth") }
      Argument.flag(
        "--ansi", help: "Show the colors of lines, and ignore them when matching."
      ) { $0.form.hasColors = true }
      Argument.option(
        "--header-lines", value: "N",
        help: "Show the first N lines above the rows; they cannot be picked."
      ) { $0.headerLineCount = try $1.number(from: 0) }
    }
  }

  private static func fields(_ text: String, of option: String) throws -> [FieldRange] {
    guard let fields = FieldRange.list(text) else {
      throw UsageError("\(option) takes fields such as 2, -1, 2.. or 1,3, not “\(text)”")
    }
    return fields
  }

  /// The names of the given options.
  var names: [String] {
    (form.searched.isEmpty ? [] : ["--nth"]) + (form.shown.isEmpty ? [] : ["--with-nth"])
      + (form.hasColors ? ["--ansi"] : []) + (headerLineCount > 0 ? ["--header-lines"] : [])
  }

  func refuse(beside option: String) throws {
    if !names.isEmpty {
      throw UsageError("\(names.enumeration) cannot be combined with \(option)")
    }
  }
}
