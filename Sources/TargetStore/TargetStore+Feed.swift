package import ListModel
package import NameSearch

/// What was changed in a list between two marks.
package struct ListNews: Equatable, Sendable {
  /// The touched names with their flags of now; `nil` for those no longer in the list.
  package var changes: [(name: Name, flags: Flags?)]

  /// What is known of these names beside their flags, if there is anything.
  package var texts: [Name: RowTexts]

  /// As far as these changes lead.
  package var mark: ListVersion

  package init(
    changes: [(name: Name, flags: Flags?)], texts: [Name: RowTexts] = [:], mark: ListVersion
  ) {
    self.texts = texts
    self.changes = changes
    self.mark = mark
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.mark == right.mark && left.changes.elementsEqual(right.changes) { $0 == $1 }
  }
}

extension TargetStore {
  /// What was changed in a list after a mark, by anybody, in this run or another.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - mark: As far as the caller knows the list.
  ///   - limit: The most names that are worth going through one by one.
  /// - Throws: ``StoreError``, when the store cannot be read.
  /// - Returns: `nil` when all must be read anew: the mark is of another list, too much has
  ///   happened since, or it is forgotten.
  /// - Complexity: O(*m* log *n*) for *m* changes and a list of length *n*; O(*n*) after an import
  ///   of very many names.
  package func changes(
    of list: Name, since mark: ListVersion, limit: Int = .max
  ) throws(StoreError) -> ListNews? {
    let news: ListNews?? = try connection.read { db in
      let found = try Journal.find(list, in: db)
      let now = found?.mark ?? .start
      if now == mark { return ListNews(changes: [], mark: now) }
      guard mark.precedes(now), let id = found?.id,
        let names = try Journal.names(touchedAfter: mark, of: id, limit: limit, in: db)
      else { return nil }
      let (changes, texts) = try EntryFinder(db, list: id).flags(of: names)
      return ListNews(changes: changes, texts: texts, mark: now)
    }
    return news ?? (mark == .start ? ListNews(changes: [], mark: .start) : nil)
  }
}
