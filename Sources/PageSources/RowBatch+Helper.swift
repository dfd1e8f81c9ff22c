import HelperProtocol
import ListModel
import NameSearch

extension RowBatch {
  /// Converts the rows of a page that begins at row `before`.
  ///
  /// A row whose ID is empty or too long becomes a bare name. Rows in the report are counted from
  /// the start of the list.
  init(_ page: HelperPage, of source: String, after before: Int) {
    self.init(report: LineReport(of: .row))
    total = page.total.map { max($0, 0) }
    isSearched = page.searches
    for (place, row) in page.rows.enumerated() {
      do {
        let name = try Name(row.name)
        var flags: Flags = []
        if row.isDead { flags.insert(.dead) }
        if row.isLiked { flags.insert(.liked) }
        append(
          Row(
            name: row.id.flatMap { try? name.known(by: $0, in: source) } ?? name, flags: flags,
            detail: row.detail))
        names.setLastRevision(row.revision ?? "")
      } catch {
        report.add(LineReport.Fault(error), at: .init(line: before + place + 1))
      }
    }
  }
}
