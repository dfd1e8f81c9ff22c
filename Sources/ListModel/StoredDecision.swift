package import NameSearch

/// The decision that a list has for a row, as far as it matters to an input that names the same row.
///
/// An input gives its rows revisions of its own, or none. A decision about another revision does not
/// count for them, whatever it does in the list.
package struct StoredDecision: Hashable, Sendable {
  let `class`: VerdictClass

  /// The revision that the decision is about.
  let about: String?

  /// Whether the row has been in the list ever since.
  let isUnbroken: Bool

  package init(_ class: VerdictClass, about: String?, isUnbroken: Bool) {
    (self.class, self.about, self.isUnbroken) = (`class`, about, isUnbroken)
  }

  /// The meaning of a list's flags where revisions do not matter; `nil` if nothing is decided.
  init?(_ flags: Flags) {
    guard let found = VerdictClass(flags) else { return nil }
    self.init(found, about: nil, isUnbroken: true)
  }

  /// Whether a decision counts for a row with a revision: if it is about that one, and the row has not been
  /// gone since.
  package static func counts(about: String?, isUnbroken: Bool, at revision: String?) -> Bool {
    isUnbroken && about == revision
  }

  /// The flags of a row with a revision that has these in the list.
  func flags(_ flags: Flags, at revision: String?) -> Flags {
    flags.subtracting(.decided.union(.changed))
      .union(
        Self.counts(about: about, isUnbroken: isUnbroken, at: revision) ? `class`.flag : .changed)
  }
}

/// The revisions that rows had where they were decided.
package enum SeenRevisions: Hashable, Sendable {
  /// The revisions of the rows in the list.
  case ofList

  /// None: they are rows of an input without revisions.
  case none

  /// The revisions of the rows of an input; names that are missing were not seen.
  case given([Name: String?])

  /// The revision that a row was seen with, which is `own` in the list.
  package func revision(of name: Name, inList own: String?) -> String? {
    switch self {
    case .ofList: own
    case .none: nil
    case .given(let given): given[name] ?? own
    }
  }
}
