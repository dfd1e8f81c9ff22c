import ListModel
import PageSources
import Testing

struct LineReportTests {
  private func report(_ faults: [(LineReport.Fault, Int)], input: String? = nil) -> LineReport {
    var report = LineReport()
    for (fault, line) in faults { report.add(fault, at: .init(input: input, line: line)) }
    return report
  }

  @Test func theDescriptionIsOneLineForTheUser() {
    #expect(
      "\(report([(.empty, 2), (.empty, 5), (.notUTF8, 7)]))"
        == "3 lines skipped (2 empty: lines 2, 5; 1 not UTF-8: line 7)")
    #expect("\(report([(.tooLong, 1)]))" == "1 line skipped (1 too long: line 1)")
    #expect("\(LineReport())" == "0 lines skipped")
  }

  @Test func changedLinesAreReportedBesideSkippedOnes() {
    #expect(
      "\(report([(.uneven, 2), (.empty, 3), (.uneven, 4), (.openQuote, 5)]))"
        == "1 line skipped (1 empty: line 3); 2 rows with too many or too few columns: lines 2, 4; "
        + "1 unclosed quote: line 5")
    let taken = report([(.longDetail, 1), (.mendedDetail, 2), (.mendedDetail, 3)])
    #expect(
      "\(taken)" == "1 detail cut short: line 1; 2 details with invalid UTF-8: lines 2, 3")
    #expect(taken.leftOutCount == 0 && !taken.isEmpty && LineReport().isEmpty)
  }

  @Test func onlyTheFirstLinesAreNamed() {
    let report = report((1...1000).map { (.containsNUL, $0) })
    #expect("\(report)" == "1,000 lines skipped (1,000 containing NUL: lines 1, 2, 3, …)")
    #expect(report.firstLocations(of: .containsNUL).map(\.line) == [1, 2, 3])
  }

  @Test func linesOfSeveralInputsAreNamedWithTheirInput() {
    var report = report([(.notUTF8, 3)], input: "a.txt")
    report.merge(self.report([(.notUTF8, 1)], input: "b.txt"))
    #expect("\(report)" == "2 lines skipped (2 not UTF-8: a.txt:3, b.txt:1)")
  }

  @Test func mergingEqualsAddingOneAfterAnother() {
    let faults: [(LineReport.Fault, Int)] = (0..<40).map { number in
      (LineReport.Fault.allCases[number * number % 9], number)
    }
    for border in 0...faults.count {
      var merged = report(Array(faults[..<border]))
      merged.merge(report(Array(faults[border...])))
      #expect(merged == report(faults))
    }
  }

  @Test func countsBelongToTheirFault() {
    let report = report([(.empty, 1), (.tooLong, 2), (.empty, 3)])
    #expect(report.leftOutCount == 3)
    #expect(report.count(of: .empty) == 2)
    #expect(report.count(of: .notUTF8) == 0)
  }
}
