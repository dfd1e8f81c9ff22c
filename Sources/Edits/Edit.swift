package import NameSearch

/// A change to one or more names, which is one step of undo.
package struct Edit: Hashable, Sendable {
  package enum Action: String, CaseIterable, Sendable {
    case markDead, revive, like, unlike, add, drop

    /// Hides a row that its source goes on returning.
    case hide
  }

  package var action: Action

  /// The names to edit, in order; a repeated name is edited once.
  ///
  /// A name with a source identity is one row. A bare name is every row with its text, unless the
  /// edit is ``ofSingleRows``.
  package var names: [Name]

  /// Whether a bare name is only the row without an identity, as in a view that shows each row.
  package var ofSingleRows: Bool

  /// Whether a name that is not in the list is added first, instead of reported as unknown.
  ///
  /// It has no effect on dropping, reviving and unliking.
  package var addsUnknown: Bool

  /// The flags of names in a source, used for names without an entry in the list.
  package var flagsElsewhere: [Name: Flags]

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
  /// Whether the edit adds a name that is not in the list.
  package func adds(_ name: Name) -> Bool {
    action == .add || addsUnknown && action.mayAdd || flagsElsewhere[name] != nil
  }
}

extension Edit.Action {
  /// The flags after this action; `nil` means "not in the list".
  ///
  /// Returns `flags` if there is nothing to do.
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

  /// Whether the action can be applied to a name that is added first.
  package var mayAdd: Bool {
    switch self {
    case .markDead, .like, .add, .hide: true
    case .revive, .unlike, .drop: false
    }
  }
}
