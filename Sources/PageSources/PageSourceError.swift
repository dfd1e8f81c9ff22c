package import NameSearch
import Substrings

/// Why names could not be read from an input: a path, or `standard input`.
package enum PageSourceError: Error, Equatable, Sendable {
  case missing(String)
  case directory(String)

  case unreadable(String, reason: String)

  case encoding(String, SourceEncoding)

  case cannotStartOver(String)

  /// No column has this number or title; `known` are the titles of the header.
  case noColumn(String, String, known: [String])

  /// Rows cannot be ordered by this column, which is not among those `known`.
  case noOrderColumn(String, String, known: [String])

  /// Several columns have this title.
  case ambiguousColumn(String, String)

  /// Rows with one ID, or one name, differ in other columns; `hasIDs` if a column has the IDs.
  case differingRows(String, RepeatedRows.Key, hasIDs: Bool)
}

extension PageSourceError {
  /// Whether the content of the input is at fault, so that it does not help to read on.
  package var isOfContent: Bool {
    switch self {
    case .missing, .directory, .unreadable: false
    case .encoding, .cannotStartOver, .noColumn, .noOrderColumn, .ambiguousColumn, .differingRows:
      true
    }
  }
}

extension PageSourceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let input): "\(input): no such file"
    case .directory(let input): "\(input): is a directory"
    case .unreadable(let input, let reason): "\(input): \(reason)"
    case .encoding(let input, let encoding):
      "\(input): looks like \(encoding.rawValue); "
        + "convert it with iconv -f \(encoding.rawValue) -t UTF-8"
    case .cannotStartOver(let input): "\(input): cannot be read twice: it is a pipe"
    case .noColumn(let input, let column, let known):
      "\(input): no column “\(column)”; "
        + (Spelling.suggestion(for: column, among: known) ?? "the header has \(Self.list(known))")
    case .noOrderColumn(let input, let column, let known):
      "--order: \(input) has no column “\(column)”; "
        + (Spelling.suggestion(for: column, among: known + ["name", "input"])
          ?? "it has \(Self.list(known))")
    case .ambiguousColumn(let input, let column):
      "\(input): several columns have the title “\(column)”; use the number of one"
    case .differingRows(let input, let key, let hasIDs):
      "\(input): rows with the \(key.isID ? "ID" : "name") “\(key.text)” differ in other columns; "
        + (hasIDs ? "" : "set --id-column, or ") + "use --merge-repeated to keep the last one"
    }
  }

  /// The first of some titles, in quotes.
  private static func list(_ titles: [String]) -> String {
    let most = 8
    let shown = titles.prefix(most).map { "“\($0)”" } + (titles.count > most ? ["…"] : [])
    return shown.isEmpty ? "none" : shown.joined(separator: ", ")
  }
}
