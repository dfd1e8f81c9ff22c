public import NameIndex

/// One change that somebody asks for, to one name or to many: a step that undo takes back as a whole.
public struct Edit: Hashable, Sendable {
  /// What can be done to a name.
  public enum Action: String, CaseIterable, Sendable {
    case markDead, revive, like, unlike, add, drop
  }

  /// What to do.
  public var action: Action

  /// To whom, in the order given; a name that comes twice is edited once.
  public var names: [Name]

  /// Whether a name that is not in the list is added first, or reported as unknown.
  ///
  /// Dropping, reviving and unliking never add: there is nothing to take away from an unknown name.
  public var addsUnknown: Bool

  /// Asks for `action` on `names`.
  public init(_ action: Action, _ names: [Name], addsUnknown: Bool = false) {
    self.action = action
    self.names = names
    self.addsUnknown = addsUnknown
  }
}

extension Edit.Action {
  /// The flags of a name after this action, given those before; `nil` stands for "not in the list".
  ///
  /// Equal to what it was given when there is nothing to do: only the living can be marked dead.
  public func applied(to flags: Flags?) -> Flags? {
    switch self {
    case .markDead: (flags ?? []).union(.dead)
    case .revive: flags?.subtracting(.dead)
    case .like: (flags ?? []).union(.liked)
    case .unlike: flags?.subtracting(.liked)
    case .add: flags ?? []
    case .drop: nil
    }
  }

  /// Whether the action makes sense for a name that has to be added first.
  public var mayAdd: Bool {
    switch self {
    case .markDead, .like, .add: true
    case .revive, .unlike, .drop: false
    }
  }
}
