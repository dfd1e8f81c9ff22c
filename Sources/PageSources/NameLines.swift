package import NameSearch

package struct NameLines: Sendable {
  /// In the order of the lines, including repeated names.
  package var names: NameBatch

  /// The number of lines that are names, including those that the filter excludes.
  package internal(set) var nameCount = 0
  package var report: LineReport

  package init(names: NameBatch = NameBatch(), report: LineReport = LineReport()) {
    self.names = names
    self.report = report
    nameCount = names.count
  }

  mutating func add(_ later: NameLines, _ filter: NameFilter?) {
    names.append(contentsOf: filter?.matches(in: later.names) ?? later.names)
    nameCount += later.nameCount
    report.merge(later.report)
  }

  var isEmpty: Bool { names.isEmpty && report.leftOutCount == 0 }
}
