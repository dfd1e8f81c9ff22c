package import NameSearch

/// The decision that a list has for a row, for an input that names the same row.
///
/// An input gives its rows revisions of its own, or none. A decision about another revision does
/// not count for them, even if it counts in the list.
package struct StoredDecision: Hashable, Sendable {
  let `class`: VerdictClass

  /// The revision that the decision is about.
  let about: String?

  /// Whether the row has been in the list ever since the decision.
  let isUnbroken: Bool

  package init(_ class: VerdictClass, about: String?, isUnbroken: Bool) {
    (self.class, self.about, self.isUnbroken) = (`class`, about, isUnbroken)
  }

  /// The decision for a list's flags if revisions do not matter; `nil` if nothing is decided.
  init?(_ flags: Flags) {
    guard let found = VerdictClass(flags) else { return nil }
    self.init(found, about: nil, isUnbroken: true)
  }

  /// Whether a decision counts for a row with a revision: it must be about that revision, and the
  /// row must not have been absent in between.
  package static func counts(about: String?, isUnbroken: Bool, at revision: String?) -> Bool {
    isUnbroken && about == revision
  }

  /// The flags for a row with a revision, given its flags in the list.
  func flags(_ flags: Flags, at revision: String?) -> Flags {
    flags.subtracting(.decided.union(.changed))
      .union(
        Self.counts(about: about, isUnbroken: isUnbroken, at: revision) ? `class`.flag : .changed)
  }
}

/// The revisions with which rows were shown when they were decided.
package enum SeenRevisions: Hashable, Sendable {
  /// The revisions of the rows in the list.
  case ofList

  /// No revisions, because the rows come from an input without them.
  case none

  /// The revisions of the rows of an input; missing names were not seen.
  case given([Name: String?])

  /// The revision with which a row was seen; `own` is its revision in the list.
  package func revision(of name: Name, inList own: String?) -> String? {
    switch self {
    case .ofList: own
    case .none: nil
    case .given(let given): given[name] ?? own
    }
  }
}
