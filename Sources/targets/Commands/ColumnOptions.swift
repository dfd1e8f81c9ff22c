import CommandSyntax
import ListModel
import PageSources

/// How names are read from files and pipes whose rows have several columns.
struct ColumnOptions: ArgumentGroup {
  var read0 = false

  var csv = false

  var delimiter: String?

  var nameColumn: String?

  var idColumn: String?

  var sectionColumn: String?

  var revisionColumn: String?

  var mergeRepeated = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.flag(
        "--read0",
        help: "Names are ended by NULs instead of line feeds, which are then part of them."
      ) { $0.read0 = true }
      Argument.flag("--csv", help: "Names come from CSV (RFC 4180) with a header.") {
        $0.csv = true
      }
      Argument.option(
        "-d", "--delimiter", value: "CHAR",
        help:
          "Rows have columns with this character between, or \\t, or \\0. (with --csv: default ,)",
        takesAnyText: true
      ) { $0.delimiter = $1 }
      Argument.option(
        "--name-column", value: "COLUMN",
        help: "The column with the names, by number or by title of --csv. (default: 1)"
      ) { $0.nameColumn = $1 }
      Argument.option(
        "--id-column", value: "COLUMN",
        help: "The column with the identities of rows, which stay the same when names change."
      ) { $0.idColumn = $1 }
      Argument.option(
        "--section-column", value: "COLUMN",
        help: "The column whose values are the sections, instead of letters."
      ) { $0.sectionColumn = $1 }
      Argument.option(
        "--revision-column", value: "COLUMN",
        help:
          "The column with what identifies the state of a row, such as a commit: a decision counts only for "
          + "the state that it was made about."
      ) { $0.revisionColumn = $1 }
      Argument.flag(
        "--merge-repeated",
        help: "Of rows with one ID, or one name, that differ otherwise, take the last one."
      ) { $0.mergeRepeated = true }
    }
  }

  func check() throws {
    if separatesFields {
      _ = try fieldDelimiter()
    } else {
      _ = try choice()
    }
  }

  func form() throws -> InputForm { InputForm(columns: try choice(), endsWithNUL: read0) }

  /// How lines are read that no list has: as rows of columns if a column is named, else as they came.
  func form(ofLines lines: LineOptions) throws -> InputForm {
    guard !namesColumns else {
      try lines.refuse("cannot be combined with --csv or the name of a column")
      return try form()
    }
    var form = InputForm(endsWithNUL: read0, lines: lines.form)
    form.lines?.delimiter = try fieldDelimiter()
    form.headerLineCount = lines.headerLineCount
    return form
  }

  /// Whether an option names the purpose of a column.
  private var namesColumns: Bool {
    csv || mergeRepeated || nameColumn ?? idColumn ?? sectionColumn ?? revisionColumn != nil
  }

  /// Whether only the delimiter is given: it then separates the fields of lines.
  private var separatesFields: Bool { delimiter != nil && !namesColumns }

  private func fieldDelimiter() throws -> [UInt8]? {
    try delimiter.map { Array(String(try character($0)).utf8) }
  }

  /// The options that describe the form of an input.
  static let words = "--csv, --delimiter and --read0"

  /// Throws if any of them is given with something that it does not apply to; `reason` completes
  /// the message.
  func refuse(_ reason: String) throws {
    if try areGiven() { throw UsageError("\(Self.words) \(reason)") }
  }

  /// `nil` if lines are names.
  ///
  /// - Throws: ``UsageError`` for options that do not go together.
  func choice() throws -> ColumnChoice? {
    if read0, csv || delimiter != nil {
      throw UsageError("--read0 cannot be combined with --csv or --delimiter")
    }
    guard csv || delimiter != nil else {
      if mergeRepeated {
        throw UsageError("--merge-repeated requires --csv or --delimiter")
      }
      if nameColumn ?? idColumn ?? sectionColumn ?? revisionColumn == nil { return nil }
      throw UsageError(
        "--name-column, --id-column, --section-column and --revision-column require --csv or --delimiter"
      )
    }
    let form = ColumnForm(
      delimiter: try delimiter.map { try character($0) } ?? ",", hasQuotes: csv, hasHeader: csv)
    var choice = ColumnChoice(
      form: form, name: try nameColumn.map { try column($0, "--name-column") } ?? .number(1),
      id: try idColumn.map { try column($0, "--id-column") },
      section: try sectionColumn.map { try column($0, "--section-column") },
      revision: try revisionColumn.map { try column($0, "--revision-column") })
    if mergeRepeated { choice.repeats = .merged }
    return choice
  }

  /// Whether an option describes the form of an input.
  func areGiven() throws -> Bool { try read0 || choice() != nil }

  private func character(_ text: String) throws -> Unicode.Scalar {
    switch text {
    case "\\t": return "\t"
    case "\\0": return "\0"
    case "\n": throw UsageError("--delimiter cannot be a line feed, which ends a row")
    case "\"" where csv: throw UsageError("--delimiter cannot be the quote of --csv")
    default:
      guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
        throw UsageError("--delimiter takes one character, \\t or \\0, not “\(text)”")
      }
      return scalar
    }
  }

  private func column(_ text: String, _ option: String) throws -> ColumnChoice.Column {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
    if isNumber {
      guard let number = Int(text), number > 0 else {
        throw UsageError("\(option) takes a number from 1 on, not \(text)")
      }
      return .number(number)
    }
    guard csv, !text.isEmpty else {
      throw UsageError("\(option) takes a number; only the columns of --csv have titles")
    }
    return .title(text)
  }
}
