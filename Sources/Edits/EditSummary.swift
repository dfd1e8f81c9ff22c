package import NameSearch

/// What an edit of many names has come to, in figures: it takes no more room for ten million names than
/// for ten.
package struct EditSummary: Equatable, Sendable {
  /// Some names, of which the first few are known.
  package struct Sample: Equatable, Sendable {
    /// The most names that are kept.
    package static let most = 10

    /// How many there are.
    package private(set) var count = 0

    /// The first of them, as they were asked for.
    package private(set) var first: [Name] = []

    /// No names.
    package init() {}

    /// Counts one more name.
    package mutating func add(_ name: @autoclosure () -> Name) {
      count += 1
      if first.count < Self.most { first.append(name()) }
    }
  }

  /// How many entries changed.
  package var changeCount = 0

  /// The names that were already as asked.
  package var unchanged = Sample()

  /// The names that are not in the list and were not to be added.
  package var unknown = Sample()

  /// Nothing done yet.
  package init() {}
}
