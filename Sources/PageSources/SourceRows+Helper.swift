import HelperProtocol
import NameSearch

extension SourceRows {
  /// Checks the rows of an answer of a source, at most `count` of them; `before` is how many came before
  /// them.
  ///
  /// An identity that is empty or too long is passed over: the row is then known by what it is called.
  init(_ page: HelperPage, of source: String, atMost count: Int, after before: Int) {
    self.init(
      lines: NameLines(report: LineReport(of: .row)), total: page.total.map { max($0, 0) },
      isSearched: page.searches)
    for (place, row) in page.rows.prefix(count).enumerated() {
      do {
        let name = try Name(row.name)
        lines.names.append(row.id.flatMap { try? name.known(by: $0, in: source) } ?? name)
        notes.append(
          Note(id: row.id, isDead: row.isDead, isLiked: row.isLiked, detail: row.detail))
      } catch {
        lines.report.add(LineReport.Fault(error), at: .init(line: before + place + 1))
      }
    }
  }
}
