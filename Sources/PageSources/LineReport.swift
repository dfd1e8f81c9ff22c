/// Which lines of an input, or rows of a source, were left out, and why.
///
/// It stays small however many there are: all are counted, the first few of a kind are named.
package struct LineReport: Equatable, Sendable {
  /// Why a line is no name.
  package enum Fault: CaseIterable, Sendable {
    /// It holds nothing but white space.
    case empty

    /// It is not well-formed UTF-8.
    case notUTF8

    /// It has more bytes than a name may have.
    case tooLong

    /// It holds the character U+0000.
    case containsNUL
  }

  /// Where a line is.
  package struct Location: Hashable, Sendable {
    /// The input it is in, or `nil` when there is only one.
    package let input: String?

    /// Its number in this input, from 1.
    package let line: Int

    /// Makes a place in an input.
    package init(input: String? = nil, line: Int) {
      self.input = input
      self.line = line
    }
  }

  /// What the input is made of.
  package enum Unit: String, Sendable {
    case line, row
  }

  private struct Entry: Equatable {
    var count = 0
    var first: [Location] = []
  }

  /// How many lines of a kind are named.
  private static let namedLines = 3

  private var entries: [Fault: Entry] = [:]
  private var unit: Unit

  /// Makes a report of no lines; what is merged into it says what they are.
  package init(of unit: Unit = .line) {
    self.unit = unit
  }

  /// The number of lines that were left out.
  package var leftOutCount: Int {
    entries.values.reduce(0) { $0 + $1.count }
  }

  /// The number of lines with one fault.
  package func count(of fault: Fault) -> Int {
    entries[fault]?.count ?? 0
  }

  /// The first lines with one fault, three at most.
  package func firstLocations(of fault: Fault) -> [Location] {
    entries[fault]?.first ?? []
  }

  /// Notes one more line, which comes after all noted before.
  package mutating func add(_ fault: Fault, at location: @autoclosure () -> Location) {
    entries[fault, default: Entry()].count += 1
    if count(of: fault) <= Self.namedLines { entries[fault]?.first.append(location()) }
  }

  /// Adds the report of what comes next in the input.
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
  /// One line for the user, such as `3 lines left out (2 empty, 1 not UTF-8: line 7)`.
  package var description: String {
    let details = Fault.allCases.filter { count(of: $0) > 0 }.map { description(of: $0) }
    let lines = "\(leftOutCount) \(unit.rawValue)\(leftOutCount == 1 ? "" : "s")"
    return "\(lines) left out" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }

  private func description(of fault: Fault) -> String {
    switch fault {
    case .empty: "\(count(of: fault)) empty"  // where they are does not help anybody
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
