/// What is known about a name in a list.
package struct Flags: OptionSet, Hashable, Sendable {
  /// Done with, until it is revived.
  package static let dead = Flags(rawValue: 1)

  package static let liked = Flags(rawValue: 2)

  /// Hidden although its source still returns it; the name is not in the list.
  package static let dropped = Flags(rawValue: 4)

  /// Looked at, and to stay.
  package static let spared = Flags(rawValue: 8)

  // What follows is not stored as a flag, but known from what else is stored about the name.

  /// Not to be decided before a moment that is still to come.
  package static let snoozed = Flags(rawValue: 16)

  /// With a note.
  package static let noted = Flags(rawValue: 32)

  /// A command that was run for it failed, or was broken off.
  package static let failed = Flags(rawValue: 64)

  /// A command was run for it, and ended well.
  package static let done = Flags(rawValue: 128)

  /// Brought by the last mirror of another list.
  package static let new = Flags(rawValue: 256)

  /// The decisions, which exclude each other.
  package static let decided: Flags = [.dead, .spared]

  /// What keeps a row from being open.
  package static let closed: Flags = [.dead, .spared, .snoozed]

  /// The flags that are stored as such.
  package static let stored: Flags = [.dead, .liked, .dropped, .spared]

  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension Flags {
  /// Whether nothing has been decided, or not for now.
  package var isOpen: Bool { isDisjoint(with: .closed) }

  /// What has been decided, in a word.
  package var decision: String? { contains(.dead) ? "dead" : contains(.spared) ? "spared" : nil }
}

extension Flags? {
  /// Whether a name with these flags is in the list: stored and not dropped.
  package var isListed: Bool { map { !$0.contains(.dropped) } ?? false }
}
