import HelperProtocol
import NameSearch

extension SourceRows {
  /// Converts up to `count` rows of a page that begins at row `before`.
  ///
  /// A row whose identity is empty or too long becomes a bare name.
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
