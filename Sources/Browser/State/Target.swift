public import Edits
public import NameSearch

/// One name of the list, with what is kept about it.
public struct Target: Hashable, Sendable, Identifiable {
  /// The name.
  public let name: Name

  /// What is kept about it.
  public let flags: Flags

  /// The name: what tells one target from another.
  public var id: Name { name }

  /// Whether it is crossed off.
  public var isDead: Bool { flags.contains(.dead) }

  /// Whether it can be crossed off: only the living can.
  public var isEditable: Bool { !isDead }

  /// Whether it is liked.
  public var isLiked: Bool { flags.contains(.liked) }

  /// Pairs a name with its flags.
  public init(name: Name, flags: Flags) {
    self.name = name
    self.flags = flags
  }
}
