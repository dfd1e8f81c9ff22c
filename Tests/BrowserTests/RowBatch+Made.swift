import ListModel
import NameSearch

extension RowBatch {
  /// A page that counts `count` rows and `leftOut` faulty lines; its names arrive with the index.
  static func of(count: Int, leftOut: Int = 0, isSearched: Bool = false, header: [String] = [])
    -> RowBatch
  {
    var page = RowBatch()
    page.count = count
    page.isSearched = isSearched
    page.header = header
    for line in 0..<leftOut { page.report.add(.empty, at: .init(line: line + 1)) }
    return page
  }

  init(_ rows: [Row], stored: [Name: Flags] = [:], total: Int? = nil, isSearched: Bool = false) {
    self.init()
    for row in rows { append(row) }
    (self.stored, self.total, self.isSearched) = (stored, total, isSearched)
  }
}
