import CommandSyntax
import ListLoading
import ListModel
import NameSearch
import Printing

/// Prints the titles of sections with their counts.
struct SectionsCommand: ReadingCommand, RowsCommand {
  static let about = CommandText(
    "sections", "Print section titles with counts.",
    usage: "targets sections [OPTIONS] [QUERY ...]",
    discussion: """
      EXAMPLES:
        targets sections -l ./branches
        targets sections -l findings --open
      """)

  var query: [String] = []
  var rows = RowOptions()
  private var pages = PageOptions()
  private var format = PrintFormat.text

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("QUERY", help: "Only rows that match; targets manual explains queries.") {
        $0.query.append($1)
      }
      Argument.choice(
        "--format", value: "FORMAT", among: PrintFormat.ofTables,
        help: "Output format; text is title, tab, count."
      ) {
        $0.format = $1
      }
      Arguments.group(\.rows)
      Arguments.group(\.pages, under: "Output")
    }
  }

  func run() async throws {
    let opened = try store.open()
    let list = try store.listName(of: names.input)
    if names.input.isEmpty || filter.areGiven { try await store.check(list, in: opened) }
    try await filter.check(in: list, of: opened)
    let (query, source) = try await wantedRows(of: list, in: opened)
    let answer = try await query.answer(from: source, notice: complain)
    answer.refreshSnapshot(of: query)
    try await pages.print(
      PrintedFields.section,
      answer.listing.matches.sections.map { [.text($0.title), .number($0.count)] }, as: format)
    if answer.listing.count == 0 {
      complainOfMeantFile()
      throw ExitStatus.nothing
    }
  }
}
