import CommandSyntax
import ListLoading
import ListModel
import NameSearch
import Printing
import TargetStore

struct ReportCommand: ReadingCommand {
  static let about = CommandText(
    "report", "Print the whole list with all decisions, as HTML or CSV.",
    usage: "targets report [OPTIONS]",
    discussion: """
      The HTML is one file without scripts. In CSV, an apostrophe precedes what a spreadsheet would take for \
      a formula.

      EXAMPLES:
        targets report -l access > access.html
        targets report -l access --format csv > access.csv
      """)

  var format = PrintFormat.html

  var order = OrderOptions()
  var store = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.choice(
        "--format", value: "FORMAT", among: PrintFormat.ofReport, help: "Output format."
      ) { $0.format = $1 }
      Arguments.group(\.order, under: "Order")
      Arguments.group(\.store, under: "List")
    }
  }

  func run() async throws {
    let (opened, list) = (try store.open(), try store.listName())
    try await store.check(list, in: opened)
    var order = order
    try await order.add(ListRecipe.readable(of: list, in: opened), of: list, in: opened)
    let query = RowQuery(order: try order.order(), of: list, in: opened)
    var notices: [String] = []
    let (answer, stats, remarks) = try await opened.atOneVersion(of: list) {
      notices = []
      let answer = try await query.answer(from: StoredPages(store: opened, list: list)) {
        notices.append($0)
      }
      return (
        answer, try await opened.stats(of: list, days: 0),
        try await opened.remarks(in: list, withRevisions: true)
      )
    }
    notices.forEach(complain)
    answer.refreshSnapshot(of: query)
    let report = ReportPrinter(
      format: format, list: list.text, place: list.folder ?? "", stats: stats, remarks: remarks)
    var output = Output()
    try report.print(answer.listing, to: &output)
    if answer.listing.count == 0 { throw ExitStatus.nothing }
  }
}
