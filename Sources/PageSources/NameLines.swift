public import NameIndex

/// What a page of lines holds: the names, and an account of the lines that are none.
public struct NameLines: Sendable {
  /// The names, in the order of the lines; repeated ones are in it as often as they came.
  public var names: NameBatch

  /// The lines that were left out.
  public var report: LineReport

  /// Makes the contents of a page.
  public init(names: NameBatch = NameBatch(), report: LineReport = LineReport()) {
    self.names = names
    self.report = report
  }

  var isEmpty: Bool { names.isEmpty && report.leftOutCount == 0 }
}
