import CommandSyntax
import ListLoading
import ListModel
import NameSearch
import PageSources
import Printing
import TargetStore

/// Prints rows of a list, or of an input.
struct ShowCommand: ReadingCommand, RowsCommand {
  static let about = CommandText(
    "show", aliases: ["ls"], "Print the rows of a list, or only those that match.",
    usage: "targets show [OPTIONS] [QUERY ...]",
    discussion: """
      targets ls is the same. Without --format, show prints sections on a terminal, else one name per line. import --format reads \
      \(PrintFormat.readableInFull.map(\.rawValue).enumeration) back, with decisions and marks.

      EXAMPLES:
        targets show -l ./branches --dead | wc -l
        targets show -l ./branches ar st             rows with words that start like this
        targets show -l ./branches --format ndjson > branches.ndjson
        targets show --input names.csv --csv --format json
      """)

  var query: [String] = []
  private var color = ColorChoice.auto
  private var pages = true
  var rows = RowOptions()
  var output = OutputOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("QUERY", help: "Only rows that match; targets manual explains queries.") {
        $0.query.append($1)
      }
      Arguments.group(\.rows)
      Arguments.group(\.output, under: "Output")
      ColorChoice.argument { $0.color = try $1.choice() }
      Argument.noPager { $0.pages = false }
    }
  }

  func run() async throws {
    let opened = try store.open()
    let list = try store.listName(of: names.input)
    if names.input.isEmpty || filter.areGiven { try await store.check(list, in: opened) }
    try await filter.check(in: list, of: opened)
    let (wanted, source) = try await wantedRows(of: list, in: opened)
    var print = RowPrint(
      query: wanted, text: query.joined(separator: " "), printer: output.printer)
    print.limit = output.limit
    (print.color, print.pages) = (color, pages)
    print.mayMeanFile = names.input.isEmpty
    try await print.run(source)
  }
}
