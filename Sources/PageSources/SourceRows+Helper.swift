import HelperProtocol
import NameIndex

extension SourceRows {
  /// Checks the rows of an answer, at most `count` of them; `before` is how many came before them.
  init(_ page: HelperPage, atMost count: Int, after before: Int) {
    self.init(total: page.total.map { max($0, 0) }, isSearched: page.searches)
    for (place, row) in page.rows.prefix(count).enumerated() {
      do {
        lines.names.append(try Name(row.name))
        notes.append(
          Note(id: row.id, isDead: row.isDead, isLiked: row.isLiked, detail: row.detail))
      } catch {
        lines.report.add(LineReport.Fault(error), at: .init(line: before + place + 1))
      }
    }
  }
}
