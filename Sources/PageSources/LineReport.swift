/// The lines of an input, or rows of a source, that were left out, and why.
///
/// All are counted, but only the first three of each kind are located, so it stays small.
package struct LineReport: Equatable, Sendable {
  package enum Fault: CaseIterable, Sendable {
    case empty
    case notUTF8

    /// More bytes than a name may have.
    case tooLong
    case containsNUL
  }

  package struct Location: Hashable, Sendable {
    /// `nil` when there is only one input.
    package let input: String?

    /// From 1.
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

  /// Makes an empty report; `merge` takes over the unit.
  package init(of unit: Unit = .line) {
    self.unit = unit
  }

  package var leftOutCount: Int {
    entries.values.reduce(0) { $0 + $1.count }
  }

  package func count(of fault: Fault) -> Int {
    entries[fault]?.count ?? 0
  }

  package func firstLocations(of fault: Fault) -> [Location] {
    entries[fault]?.first ?? []
  }

  /// Adds a line, which must come after all lines added before.
  package mutating func add(_ fault: Fault, at location: @autoclosure () -> Location) {
    entries[fault, default: Entry()].count += 1
    if count(of: fault) <= Self.namedLines { entries[fault]?.first.append(location()) }
  }

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
  /// A line for the user, such as `3 lines left out (2 empty, 1 not UTF-8: line 7)`.
  package var description: String {
    let details = Fault.allCases.filter { count(of: $0) > 0 }.map { description(of: $0) }
    let lines = "\(leftOutCount) \(unit.rawValue)\(leftOutCount == 1 ? "" : "s")"
    return "\(lines) left out" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }

  private func description(of fault: Fault) -> String {
    switch fault {
    case .empty: "\(count(of: fault)) empty"  // the locations would not help the user
    case .notUTF8: "\(count(of: fault)) not UTF-8: \(places(of: fault))"
    case .tooLong: "\(count(of: fault)) too long: \(places(of: fault))"
    case .containsNUL: "\(count(of: fault)) with a NUL: \(places(of: fault))"
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
