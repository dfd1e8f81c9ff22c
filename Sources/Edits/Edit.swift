package import NameSearch

/// One change that somebody asks for, to one name or to many: a step that undo takes back as a whole.
package struct Edit: Hashable, Sendable {
  /// What can be done to a name.
  package enum Action: String, CaseIterable, Sendable {
    case markDead, revive, like, unlike, add, drop

    /// Keeps a row out of sight that its source goes on giving out.
    case hide
  }

  /// What to do.
  package var action: Action

  /// To whom, in the order given; a name that comes twice is edited once.
  ///
  /// A name with an identity of its source's is that one row; one without is all that are called so,
  /// unless the edit is ``ofSingleRows``.
  package var names: [Name]

  /// Whether a bare name is only the row that has no identity: for whoever looks at rows, where those that
  /// are called the same stand side by side.
  package var ofSingleRows: Bool

  /// Whether a name that is not in the list is added first, or reported as unknown.
  ///
  /// Dropping, reviving and unliking never add: there is nothing to take away from an unknown name.
  package var addsUnknown: Bool

  /// The flags that names have elsewhere, with their source, say: those of which the list knows nothing
  /// yet come into it with them.
  package var flagsElsewhere: [Name: Flags]

  /// Asks for `action` on `names`.
  package init(
    _ action: Action, _ names: [Name], ofSingleRows: Bool = false, addsUnknown: Bool = false,
    flagsElsewhere: [Name: Flags] = [:]
  ) {
    self.action = action
    self.names = names
    self.ofSingleRows = ofSingleRows
    self.addsUnknown = addsUnknown
    self.flagsElsewhere = flagsElsewhere
  }
}

extension Edit {
  /// Whether a name that is not in the list comes into it.
  package func adds(_ name: Name) -> Bool {
    action == .add || addsUnknown && action.mayAdd || flagsElsewhere[name] != nil
  }
}

extension Edit.Action {
  /// The flags of a name after this action, given those before; `nil` stands for "not in the list".
  ///
  /// Equal to what it was given when there is nothing to do: only the living can be marked dead.
  package func applied(to flags: Flags?) -> Flags? {
    let listed = (flags ?? []).subtracting(.dropped)
    return switch self {
    case .markDead: listed.union(.dead)
    case .like: listed.union(.liked)
    case .add: listed
    case .revive: flags.isListed ? listed.subtracting(.dead) : flags
    case .unlike: flags.isListed ? listed.subtracting(.liked) : flags
    case .drop: flags.isListed ? nil : flags
    case .hide: listed.union(.dropped)
    }
  }

  /// Whether the action makes sense for a name that has to be added first.
  package var mayAdd: Bool {
    switch self {
    case .markDead, .like, .add, .hide: true
    case .revive, .unlike, .drop: false
    }
  }
}
