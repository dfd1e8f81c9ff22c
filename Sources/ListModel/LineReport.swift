import TerminalText

/// The lines of an input, or rows of a source, that were skipped, or taken with changes.
///
/// All are counted, but only the location of the first three of each kind is stored, so it stays small.
package struct LineReport: Equatable, Sendable {
  package enum Fault: Error, CaseIterable, Sendable {
    case empty
    case notUTF8

    /// The name has more bytes than allowed.
    case tooLong
    case containsNUL

    /// A line that is read byte for byte has more than 16 MiB.
    case longLine

    /// A row has more or fewer columns than the first one.
    case uneven

    /// A quote was not closed, and was taken as text.
    case openQuote

    /// A detail was cut, because it has more bytes than a name may have.
    case longDetail

    /// A detail was not UTF-8, or contained a NUL.
    case mendedDetail

    /// Whether the line was skipped.
    package var leavesOut: Bool {
      switch self {
      case .empty, .notUTF8, .tooLong, .containsNUL, .longLine: true
      case .uneven, .openQuote, .longDetail, .mendedDetail: false
      }
    }
  }

  package struct Location: Hashable, Sendable {
    /// `nil` when there is only one input.
    package let input: String?

    /// The number of the line, from 1.
    package let line: Int

    package init(input: String? = nil, line: Int) {
      self.input = input
      self.line = line
    }
  }

  package enum Unit: String, Sendable {
    case line, row
  }

  private struct Entry: Equatable {
    var count = 0
    var first: [Location] = []
  }

  private static let namedLines = 3

  private var entries: [Fault: Entry] = [:]
  private var unit: Unit

  /// Makes an empty report.
  package init(of unit: Unit = .line) {
    self.unit = unit
  }

  /// Whether there is nothing to report.
  package var isEmpty: Bool { entries.isEmpty }

  package var leftOutCount: Int {
    entries.reduce(0) { $0 + ($1.key.leavesOut ? $1.value.count : 0) }
  }

  package func count(of fault: Fault) -> Int {
    entries[fault]?.count ?? 0
  }

  /// Whether any line has one of these faults.
  package func has(_ faults: [Fault]) -> Bool { faults.contains { count(of: $0) > 0 } }

  package func firstLocations(of fault: Fault) -> [Location] {
    entries[fault]?.first ?? []
  }

  /// Adds a line, which must come after all previous ones.
  package mutating func add(_ fault: Fault, at location: @autoclosure () -> Location) {
    entries[fault, default: Entry()].count += 1
    if count(of: fault) <= Self.namedLines { entries[fault]?.first.append(location()) }
  }

  /// Adds the lines of a later report, and takes its unit.
  package mutating func merge(_ later: LineReport) {
    unit = later.unit
    for (fault, entry) in later.entries {
      entries[fault, default: Entry()].count += entry.count
      let room = Self.namedLines - firstLocations(of: fault).count
      entries[fault]?.first += entry.first.prefix(room)
    }
  }
}

extension LineReport: CustomStringConvertible {
  /// A line for the user, such as `2 lines skipped (1 empty: line 3; 1 not UTF-8: line 7)`, and the
  /// same about lines that were taken.
  package var description: String {
    let faults = Fault.allCases.filter { count(of: $0) > 0 }
    let details = faults.filter(\.leavesOut).map { description(of: $0) }
    let others = faults.filter { !$0.leavesOut }.map { description(of: $0) }
    if details.isEmpty, !others.isEmpty { return others.joined(separator: "; ") }
    let lines = "\(leftOutCount.grouped) \(unit.rawValue)\(leftOutCount == 1 ? "" : "s")"
    let all = details.isEmpty ? "" : " (\(details.joined(separator: "; ")))"
    return (["\(lines) skipped" + all] + others).joined(separator: "; ")
  }

  /// The faults, each with the first lines that have it.
  package var faults: String {
    Fault.allCases.filter { count(of: $0) > 0 }.map { description(of: $0) }.joined(separator: "; ")
  }

  private func description(of fault: Fault) -> String {
    let count = count(of: fault)
    let s = count == 1 ? "" : "s"
    switch fault {
    case .empty: return "\(count.grouped) empty: \(places(of: fault))"
    case .notUTF8: return "\(count.grouped) not UTF-8: \(places(of: fault))"
    case .tooLong: return "\(count.grouped) too long: \(places(of: fault))"
    case .longLine: return "\(count.grouped) longer than 16 MiB: \(places(of: fault))"
    case .containsNUL: return "\(count.grouped) containing NUL: \(places(of: fault))"
    case .uneven:
      return "\(count.grouped) row\(s) with too many or too few columns: \(places(of: fault))"
    case .openQuote: return "\(count.grouped) unclosed quote\(s): \(places(of: fault))"
    case .longDetail: return "\(count.grouped) detail\(s) cut short: \(places(of: fault))"
    case .mendedDetail:
      return "\(count.grouped) detail\(s) with invalid UTF-8: \(places(of: fault))"
    }
  }

  private func places(of fault: Fault) -> String {
    let first = firstLocations(of: fault)
    let places = first.map { place in
      place.input.map { "\($0):\(place.line)" } ?? "\(place.line)"
    }
    let noun =
      first.first?.input != nil ? "" : "\(unit.rawValue)\(count(of: fault) == 1 ? "" : "s") "
    let rest = count(of: fault) > places.count ? ", …" : ""
    return noun + places.joined(separator: ", ") + rest
  }
}
