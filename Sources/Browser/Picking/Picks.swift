package import NameSearch

extension Browser {
  /// The picked rows, in the order in which they were picked.
  package struct Picks: Equatable, Sendable {
    package private(set) var names: [Name] = []
    private var known: Set<Name> = []

    var count: Int { names.count }
    var isEmpty: Bool { names.isEmpty }

    func contains(_ name: Name) -> Bool { known.contains(name) }

    /// Adds a name at the end; a name that is picked already keeps its place.
    mutating func add(_ name: Name) {
      if known.insert(name).inserted { names.append(name) }
    }

    /// Removes the names that do not satisfy a condition, in O(*n*) for *n* picked rows.
    mutating func keep(where condition: (Name) -> Bool) {
      names = names.filter(condition)
      known = Set(names)
    }
  }
}
