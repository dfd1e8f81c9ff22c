package import ListModel
package import NameSearch

/// Something that was done to a row of a list, or a large import.
package struct LogEntry: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case dead, spared, revived, reopened, liked, unliked, snoozed, woken, noted, added, dropped
    case renamed, done, failed
  }

  /// `nil` if it is not known.
  package var time: Moment?
  package var author: String?
  package var kind: Kind

  /// `nil` for the rows that an import has added beside those that are told one by one.
  package var name: Name?

  /// The number of rows: 1 for those with a name.
  package var count = 1

  /// The note that came with it; of a snooze its end as well.
  package var note: Note?
  package var until: Moment?
  package var isUndone = false
}

/// Which entries of a log are wanted, and where to go on; the newest come first.
package struct LogRequest: Sendable {
  /// A name without an identity is every row with its text; none means all rows.
  package var names: [Name]
  package var since: Moment?
  package var author: String?
  package var includesUndone: Bool
  package var limit: Int

  package struct Cursor: Hashable, Sendable {
    var number: Int64
    var position: Int64
  }

  /// The entry to go on after; `nil` for the newest.
  package var cursor: Cursor?

  package init(
    names: [Name] = [], since: Moment? = nil, author: String? = nil, includesUndone: Bool = false,
    limit: Int
  ) {
    self.names = names
    self.since = since
    self.author = author
    self.includesUndone = includesUndone
    self.limit = limit
  }
}

extension LogEntry.Kind {
  /// What a change of flags, and of what is known beside them, is called.
  init(from before: Flags?, to after: Flags?, until: StoredValue?, notes: Bool) {
    let (old, new) = (before ?? [], after ?? [])
    let (gained, lost) = (new.subtracting(old), old.subtracting(new))
    self =
      if gained.contains(.dead) { .dead } else if gained.contains(.spared) {
        .spared
      } else if gained.contains(.dropped) || after == nil {
        .dropped
      } else if gained.contains(.liked) { .liked } else if before == nil || lost.contains(.dropped)
      { .added } else if lost.contains(.dead) { .revived } else if lost.contains(.spared) {
        .reopened
      } else if lost.contains(.liked) { .unliked } else if let until {
        until == .null ? .woken : .snoozed
      } else if notes { .noted } else { .renamed }
  }
}
