import Printing
import CommandSyntax
import ListLoading
import ListModel
import PageSources

struct SourceOptions: ArgumentGroup {
  var from: String?

  var seconds: Int?

  var nameField: String?

  var idField: String?

  var queryParam: String?

  var headerFile: String?

  var sourceOption: [String] = []

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "--from", value: "SCHEME:…",
        help:
          "Read names page by page from https://…, demo:, or any scheme with a program targets-from-SCHEME."
      ) {
        if ListName(address: $1) == nil {
          throw ValueError(takes: "SCHEME:…, as in https://… or demo:")
        }
        $0.from = $1
      }
      Argument.option(
        "--time-limit", value: "SECONDS",
        help: "When printing, stop reading --from after SECONDS; 0 never stops. (default: 120)"
      ) { $0.seconds = try $1.number(from: 0) }
      Argument.option(
        "--name-field", value: "PATH",
        help: "Read the name of each --from row from this field, such as user.name."
      ) {
        $0.nameField = $1
      }
      Argument.option(
        "--id-field", value: "PATH",
        help: "Read the ID of each --from row from this field, such as user.id."
      ) { $0.idField = $1 }
      Argument.option(
        "--query-param", value: "NAME",
        help: "URL parameter with which the server searches for the query."
      ) { $0.queryParam = $1 }
      Argument.option(
        "--header-file", value: "FILE",
        help:
          "Send the header lines in this file (“Name: value”) to the server that --from reads; only you may be able to "
          + "read it."
      ) { $0.headerFile = $1 }
      Argument.option(
        "--source-option", value: "NAME=VALUE",
        help: "Pass another option to the helper that --from starts.",
        isRepeating: true
      ) { $0.sourceOption.append($1) }
    }
  }

  func check() throws {
    if let from { try AddressPassword.refuse(in: from, of: "--from") }
    let given = [
      ("--time-limit", seconds != nil), ("--header-file", headerFile != nil),
      ("--id-field", idField != nil), ("--name-field", nameField != nil),
      ("--query-param", queryParam != nil), ("--source-option", !sourceOption.isEmpty),
    ].compactMap { $1 ? $0 : nil }
    if from == nil, !given.isEmpty { throw UsageError(given, require: "--from") }
    for option in sourceOption where !option.dropFirst().contains("=") {
      throw UsageError("--source-option takes NAME=VALUE, not “\(option)”")
    }
  }

  /// The time limit for reading the whole source when printing; `nil` for no limit.
  var timeLimit: Duration? { seconds == 0 ? nil : .seconds(seconds ?? 120) }

  /// The options that name a source of rows.
  static let options = ["--from"]

  /// The one that is given; `nil` if rows come from files, pipes or the store.
  var option: String? { from == nil ? nil : "--from" }

  /// Whether rows come page by page, so that not all of them are known before they are printed.
  var isPaged: Bool { from != nil }

  /// Whether the source says which rows are dead and liked.
  var givesFlags: Bool { from != nil }

  /// The list of the source.
  var list: ListName? { from.flatMap { ListName(address: $0, without: queryParam) } }

  /// The rows of the source, which searches for `query` if it can; `nil` without a source.
  func rows(searchingFor query: String) throws -> (any RowSource)? {
    guard let from else { return nil }
    var all = options
    for option in sourceOption {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      all[String(parts[0])] = String(parts[1])
    }
    return try HelperPages(
      address: from, options: all, query: query, searchPath: Environment.value("PATH"))
  }

  /// The helper's options except those in `--source-option`.
  private var options: [String: String] {
    let named = [
      "name-field": nameField, "id-field": idField, "query-param": queryParam,
      "header-file": headerFile,
    ]
    return named.compactMapValues { $0 }
  }
}
