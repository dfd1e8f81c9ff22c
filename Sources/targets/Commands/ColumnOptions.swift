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
        help: "Read names that end with NUL characters instead of newlines."
      ) { $0.read0 = true }
      Argument.flag("--csv", help: "Read CSV (RFC 4180) with a header row.") {
        $0.csv = true
      }
      Argument.option(
        "-d", "--delimiter", value: "CHAR",
        help:
          "Split rows into columns at this character; \\t is a tab, \\0 a NUL. (default with --csv: ,)",
        takesAnyText: true
      ) { $0.delimiter = $1 }
      Argument.option(
        "--name-column", value: "COLUMN",
        help: "Column of the name: a number or, with --csv, a title. (default: 1)"
      ) { $0.nameColumn = $1 }
      Argument.option(
        "--id-column", value: "COLUMN",
        help: """
          Column of the ID, which identifies a row even when its name changes; several columns are separated \
          by commas.
          """
      ) { $0.idColumn = $1 }
      Argument.option(
        "--section-column", value: "COLUMN",
        help: "Column whose values become the sections, instead of letters."
      ) { $0.sectionColumn = $1 }
      Argument.option(
        "--revision-column", value: "COLUMN",
        help: """
          Column of the revision of a row, such as a commit ID. When the revision changes, a decided row is \
          open again.
          """
      ) { $0.revisionColumn = $1 }
      Argument.flag(
        "--merge-repeated",
        help: "Of rows that have one ID or name and differ otherwise, keep the last one."
      ) { $0.mergeRepeated = true }
    }
  }

  /// The options may be incomplete here, because a recipe may add to them: ``choice()`` checks them
  /// together.
  func check() throws {
    if separatesFields {
      _ = try fieldDelimiter()
    } else if csv || delimiter != nil {
      _ = try choice()
    }
  }

  func form() throws -> InputForm { InputForm(columns: try choice(), endsWithNUL: read0) }

  /// How lines are read that do not belong to a list: as columns if a column is named, otherwise unchanged.
  func form(ofLines lines: LineOptions) throws -> InputForm {
    guard !namesColumns else {
      // NULs and a delimiter alone would separate lines and their fields.
      let names = names.filter { !["--read0", "--delimiter"].contains($0) }
      try lines.refuse(beside: names.first ?? "")
      return try form()
    }
    var form = InputForm(endsWithNUL: read0, lines: lines.form)
    form.lines?.delimiter = try fieldDelimiter()
    form.headerLineCount = lines.headerLineCount
    return form
  }

  /// Whether an option assigns a role to a column.
  private var namesColumns: Bool {
    csv || mergeRepeated || nameColumn ?? idColumn ?? sectionColumn ?? revisionColumn != nil
  }

  /// Whether only the delimiter is given; then it separates the fields of lines.
  private var separatesFields: Bool { delimiter != nil && !namesColumns }

  private func fieldDelimiter() throws -> [UInt8]? {
    try delimiter.map { Array(String(try character($0)).utf8) }
  }

  /// The names of the given options.
  var names: [String] {
    (read0 ? ["--read0"] : []) + (csv ? ["--csv"] : [])
      + (delimiter == nil ? [] : ["--delimiter"]) + columnNames
      + (mergeRepeated ? ["--merge-repeated"] : [])
  }

  /// The names of the given options that name a column.
  private var columnNames: [String] {
    let columns = [
      ("--name-column", nameColumn), ("--id-column", idColumn),
      ("--section-column", sectionColumn), ("--revision-column", revisionColumn),
    ]
    return columns.filter { $0.1 != nil }.map(\.0)
  }

  func refuse(beside option: String) throws {
    if !names.isEmpty {
      throw UsageError("\(names.enumeration) cannot be combined with \(option)")
    }
  }

  /// Adds options that are missing here; columns are only added together with their format.
  mutating func add(_ other: ColumnOptions) {
    if read0 { return }
    if !csv, delimiter == nil {
      (read0, csv, delimiter) = (other.read0, other.csv, other.delimiter)
    } else if other.csv {
      (csv, delimiter) = (true, delimiter ?? other.delimiter)
    }
    nameColumn = nameColumn ?? other.nameColumn
    idColumn = idColumn ?? other.idColumn
    sectionColumn = sectionColumn ?? other.sectionColumn
    revisionColumn = revisionColumn ?? other.revisionColumn
    mergeRepeated = mergeRepeated || other.mergeRepeated
  }

  /// `nil` if lines are names.
  ///
  /// - Throws: ``UsageError`` for options that cannot be combined.
  func choice() throws -> ColumnChoice? {
    if read0, csv || delimiter != nil {
      throw UsageError("--read0 cannot be combined with \(csv ? "--csv" : "--delimiter")")
    }
    guard csv || delimiter != nil else {
      let given = columnNames + (mergeRepeated ? ["--merge-repeated"] : [])
      if given.isEmpty { return nil }
      throw UsageError(given, require: "--csv or --delimiter")
    }
    let form = ColumnForm(
      delimiter: try delimiter.map { try character($0) } ?? ",", hasQuotes: csv, hasHeader: csv)
    var choice = ColumnChoice(
      form: form, name: try nameColumn.map { try column($0, "--name-column") } ?? .number(1),
      id: try idColumn.map { try columns($0, "--id-column") } ?? [],
      section: try sectionColumn.map { try column($0, "--section-column") },
      revision: try revisionColumn.map { try column($0, "--revision-column") })
    if mergeRepeated { choice.repeats = .merged }
    return choice
  }

  private func character(_ text: String) throws -> Unicode.Scalar {
    switch text {
    case "\\t": return "\t"
    case "\\0": return "\0"
    case "\n": throw UsageError("--delimiter cannot be a newline, which ends a row")
    case "\"" where csv: throw UsageError("--delimiter cannot be a double quote with --csv")
    default:
      guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
        throw UsageError("--delimiter takes a single character, \\t or \\0, not “\(text)”")
      }
      return scalar
    }
  }

  /// Columns separated by commas, in the form of a CSV record, since a title may contain a comma.
  private func columns(_ text: String, _ option: String) throws -> [ColumnChoice.Column] {
    var texts: [String] = []
    try RecordTexts.forEach(in: Array(text.utf8), form: .csv) { texts += $0 ?? [] }
    if texts.isEmpty { texts = [""] }
    return try texts.map { try column($0, option) }
  }

  private func column(_ text: String, _ option: String) throws -> ColumnChoice.Column {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
    if isNumber {
      guard let number = Int(text), number > 0 else {
        throw UsageError("\(option) takes a column number, starting at 1, not “\(text)”")
      }
      return .number(number)
    }
    guard csv, !text.isEmpty else {
      throw UsageError("\(option) takes a column number; only --csv has column titles")
    }
    return .title(text)
  }
}
