import Printing
import ArgumentParser
import ListLoading
import ListModel
import PageSources

struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Names from elsewhere: https://…, demo:, or what another targets-from-SCHEME knows.",
      valueName: "scheme:…"))
  var from: String?

  @Option(help: "Take at most so many rows of --from.")
  var limit: Int?

  @Option(
    name: .customLong("time-limit"),
    help: ArgumentHelp(
      "Give --from up when printing has taken so long; 0 for never. (default: 120)",
      valueName: "seconds"))
  var seconds: Int?

  @Option(help: ArgumentHelp("Where a row of --from has its name.", valueName: "path"))
  var nameField: String?

  @Option(help: ArgumentHelp("Where a row of --from has its identity.", valueName: "path"))
  var idField: String?

  @Option(
    help: ArgumentHelp("The parameter by which the server looks for the query.", valueName: "name"))
  var queryParam: String?

  @Option(
    help: ArgumentHelp(
      "Header fields for the server of --from, “Name: value” a line; nobody else may read it.",
      valueName: "file"))
  var headerFile: String?

  @Option(
    help: ArgumentHelp("Another option for the helper of --from.", valueName: "name=value"))
  var sourceOption: [String] = []

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number of rows, 1 or more") }
    if let seconds, seconds < 0 { throw ValidationError("--time-limit takes seconds, 0 or more") }
    if from == nil, limit != nil || seconds != nil || !options.isEmpty || !sourceOption.isEmpty {
      throw ValidationError(
        "--limit, --time-limit, --name-field, --id-field, --query-param, --header-file and "
          + "--source-option go with --from")
    }
    for option in sourceOption where !option.dropFirst().contains("=") {
      throw ValidationError("--source-option takes NAME=VALUE, not “\(option)”")
    }
  }

  /// For reading the whole source when printing; `nil` for no limit.
  var timeLimit: Duration? { seconds == 0 ? nil : .seconds(seconds ?? 120) }

  /// Whether rows come from elsewhere than files, pipes and the store.
  var isGiven: Bool { from != nil }

  /// The list of the source.
  var list: ListName? { from.flatMap { ListName(address: $0, without: queryParam) } }

  /// `nil` if not ``isGiven``; the source searches for `query` if it can.
  func rows(searchingFor query: String) throws -> (any RowSource)? {
    guard let from else { return nil }
    var all = options
    for option in sourceOption {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      all[String(parts[0])] = String(parts[1])
    }
    return try HelperPages(
      address: from, options: all, query: query, rowLimit: limit ?? .max,
      searchPath: Environment.value("PATH"))
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
