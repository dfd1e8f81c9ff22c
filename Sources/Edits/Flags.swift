/// What is kept about a name, besides that it is there.
package struct Flags: OptionSet, Hashable, Sendable {
  /// Crossed off: the name is done with, until it is revived.
  package static let dead = Flags(rawValue: 1)

  /// Liked: worth finding again.
  package static let liked = Flags(rawValue: 2)

  /// Dropped from what a source gives out: it stays out of sight, and is not in the list.
  package static let dropped = Flags(rawValue: 4)

  /// The bits, as they are stored.
  package let rawValue: Int

  /// Makes flags of stored bits.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension Flags? {
  /// Whether a name with these flags is in the list: kept, and not dropped.
  package var isListed: Bool { map { !$0.contains(.dropped) } ?? false }
}
