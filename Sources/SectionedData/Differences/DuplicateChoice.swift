/// What to do with items, or sections, of one list that have the same identity.
///
/// ```swift
/// let difference = try SectionedDifference(
///   from: shown, to: twice, duplicates: DuplicateChoice.first)
/// difference.sections == twice.withoutDuplicates(keeping: .first)
/// ```
public enum DuplicateChoice: Hashable, Sendable {
  /// Throws a ``DifferenceError``.
  case error

  /// Keeps the first one in the list.
  case first

  /// Keeps the last one in the list.
  case last
}

extension Array where Element: DifferentiableSection {
  /// Returns the sections without repeated identities of sections or, in the whole list, of items.
  ///
  /// A repeated section is removed together with its items. With ``DuplicateChoice/error``, returns
  /// the list as it is.
  ///
  /// - Complexity: O(*n*) for *n* sections and items; sections without duplicates are not rebuilt.
  @_alwaysEmitIntoClient
  public func withoutDuplicates(keeping choice: DuplicateChoice) -> [Element] {
    guard choice != .error else { return self }
    var sections = choice == .last ? reversed() : self
    var seenSections: Set<Element.ID> = []
    sections.removeAll { !seenSections.insert($0.id).inserted }
    var seenItems: Set<Element.Item.ID> = []
    for offset in sections.indices {
      let all = sections[offset].items
      var items = choice == .last ? all.reversed() : Array<Element.Item>(all)
      items.removeAll { !seenItems.insert($0.id).inserted }
      guard items.count < all.count else { continue }
      if choice == .last { items.reverse() }
      sections[offset] = Element(original: sections[offset], items: items)
    }
    return choice == .last ? sections.reversed() : sections
  }
}

extension SectionedDifference {
  /// Compares two lists like ``init(from:to:)``, and removes duplicates of the final one as chosen.
  ///
  /// ``sections`` are then the final sections without their duplicates. Duplicates of the initial list
  /// are an error as always. Without duplicates, the choice costs nothing.
  @_alwaysEmitIntoClient
  public init(
    from initial: [Section], to final: [Section], duplicates: DuplicateChoice
  ) throws(Failure) {
    do throws(Failure) {
      try self.init(from: initial, to: final)
    } catch {
      guard duplicates != .error else { throw error }
      try self.init(from: initial, to: final.withoutDuplicates(keeping: duplicates))
    }
  }
}
