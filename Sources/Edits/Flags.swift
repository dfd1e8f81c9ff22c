/// What is stored about a name in a list.
package struct Flags: OptionSet, Hashable, Sendable {
  /// Done with, until it is revived.
  package static let dead = Flags(rawValue: 1)

  package static let liked = Flags(rawValue: 2)

  /// Hidden although its source still returns it; the name is not in the list.
  package static let dropped = Flags(rawValue: 4)

  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension Flags? {
  /// Whether a name with these flags is in the list: stored and not dropped.
  package var isListed: Bool { map { !$0.contains(.dropped) } ?? false }
}
