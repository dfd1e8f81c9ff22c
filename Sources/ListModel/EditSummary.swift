package import NameSearch

/// The numbers of names that an edit changed or not, in constant space.
package struct EditSummary: Equatable, Sendable {
  /// A number of names, with the first of them as examples.
  package struct Sample: Equatable, Sendable {
    /// The maximum number of examples.
    package static let most = 10
    package private(set) var count = 0
    package private(set) var first: [Name] = []

    package init() {}

    package mutating func add(_ name: @autoclosure () -> Name) {
      count += 1
      if first.count < Self.most { first.append(name()) }
    }
  }

  package var changeCount = 0

  /// The names that already were as requested.
  package var unchanged = Sample()

  /// The rows with another decision, which stands in the way of this one.
  package var refused = Sample()

  /// The names that are not in the list and were not to be added.
  package var unknown = Sample()

  /// The IDs of the edit that no row has.
  package var unknownIDs: [String] = []

  package init() {}
}
