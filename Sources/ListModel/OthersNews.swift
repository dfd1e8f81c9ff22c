package import NameSearch

/// What other runs of the program have done to a list between two states of it.
package struct OthersNews: Equatable, Sendable {
  /// The rows that are not as they were; `nil` if they are not known one by one.
  package var touched: Set<Name>?

  package init() {}
}
