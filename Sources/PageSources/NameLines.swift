package import NameSearch

/// What a page of lines holds: the names, and an account of the lines that are none.
package struct NameLines: Sendable {
  /// The names, in the order of the lines; repeated ones are in it as often as they came.
  package var names: NameBatch

  /// How many lines were names, those included that a filter kept back.
  package internal(set) var nameCount = 0

  /// The lines that were left out.
  package var report: LineReport

  /// Makes the contents of a page.
  package init(names: NameBatch = NameBatch(), report: LineReport = LineReport()) {
    self.names = names
    self.report = report
    nameCount = names.count
  }

  /// Adds what comes next in the input: of its names those that pass the filter.
  mutating func add(_ later: NameLines, _ filter: NameFilter?) {
    names.append(contentsOf: filter?.matches(in: later.names) ?? later.names)
    nameCount += later.nameCount
    report.merge(later.report)
  }

  var isEmpty: Bool { names.isEmpty && report.leftOutCount == 0 }
}
