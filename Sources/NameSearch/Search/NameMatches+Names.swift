extension NameMatches {
  /// The names of one section that match, in order, each made on request.
  ///
  /// ```swift
  /// let matches = try list("Bran Stark", "Arya Stark").state.matches
  /// let sections = matches.sections.indices.map { number in
  ///   LazySection(
  ///     header: SelfIdentified(matches.sections[number].title),
  ///     items: matches.names(inSection: number))
  /// }
  /// ```
  public struct Names: RandomAccessCollection, Sendable {
    let matches: NameMatches
    let section: Int

    /// Zero.
    public var startIndex: Int { 0 }

    /// The number of names.
    public var endIndex: Int { matches.sections[section].count }

    /// The name at an offset, in O(log *n*) for *n* rows of the index.
    public subscript(offset: Int) -> Name {
      guard let row = matches.row(inSection: section, at: offset) else {
        preconditionFailure("there is no match \(offset) in section \(section)")
      }
      return matches.index.name(at: row)
    }
  }

  /// The names of one section that match; the section must exist.
  public func names(inSection section: Int) -> Names {
    precondition(sections.indices.contains(section), "there is no section \(section)")
    return Names(matches: self, section: section)
  }
}

extension Name: Identifiable {
  /// The name itself: its text and source ID.
  public var id: Name { self }
}
