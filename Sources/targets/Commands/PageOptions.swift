import CommandSyntax
import Printing

/// How many entries a command prints at most, and whether a terminal shows them page by page.
struct PageOptions: ArgumentGroup {
  /// `nil` for all.
  var limit: Int?

  private var pages = true

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.limit { $0.limit = $1 }
      Argument.noPager { $0.pages = false }
    }
  }

  /// A pager for a text of this many lines; `nil` if it is not wanted or not needed.
  func pager(forLines count: Int, ifText isText: Bool) -> Pager? {
    pages && isText ? Pager(forLines: count) : nil
  }

  /// Prints the first rows of a table.
  func print(
    _ fields: [PrintedField], _ rows: [[PrintedTable.Value]], as format: PrintFormat
  ) async throws {
    let rows = limit.map { Array(rows.prefix($0)) } ?? rows
    let pager = pager(forLines: rows.count, ifText: format == .text)
    var output = Pager.output(of: pager)
    try PrintedTable(fields, rows: rows).print(as: format, to: &output)
    try output.flush()
    try await pager?.end()
  }
}

extension Argument where Root: ArgumentGroup {
  /// Prints a long text without a pager.
  static func noPager(set: @escaping @Sendable (inout Root) -> Void) -> Self {
    .flag("--no-pager", help: "Do not show long output page by page.", set: set)
  }
}
