extension SectionedDifference {
  /// Applies all changes to a list at once; inserted and updated elements come from ``sections``.
  ///
  /// ```swift
  /// let difference = try SectionedDifference(from: shown, to: wanted)
  /// difference.applied(to: shown) == wanted
  /// ```
  ///
  /// - Returns: `nil` if the list has other numbers of sections or items than the initial one.
  /// - Complexity: O(*n*) for *n* sections and items in both lists together.
  public func applied(to list: [Section]) -> [Section]? {
    batch.applied(to: list, takingNewFrom: sections)
  }
}

extension SectionedStage {
  /// Applies the changes of this step to a list; inserted and updated elements come from ``sections``.
  ///
  /// A view can use this to update its own list stage by stage:
  ///
  /// ```swift
  /// for stage in difference.stages { list = stage.applied(to: list) ?? stage.sections }
  /// ```
  ///
  /// - Returns: `nil` if the list has other numbers of sections or items than the previous one.
  /// - Complexity: O(*n*) for *n* sections and items in both lists together.
  public func applied(to list: [Section]) -> [Section]? {
    changes.applied(to: list, takingNewFrom: sections)
  }
}

extension SectionedChanges {
  func applied<Section: DifferentiableSection>(
    to list: [Section], takingNewFrom wanted: [Section]
  ) -> [Section]? {
    let origins = Origins(
      oldCount: list.count, newCount: wanted.count, deleted: deletedSections,
      inserted: insertedSections, moved: movedSections
    ).offsets
    guard let origins, let items = itemChanges(origins, list.count) else { return nil }
    let headers = Set(updatedSections.map(\.to))
    let updates = Dictionary(grouping: updatedItems.map(\.to), by: \.section)
    let oldItems = list.map { $0.items }
    var result: [Section] = []
    for (offset, origin) in origins.enumerated() {
      let wantedItems = wanted[offset].items
      guard let origin else {
        result.append(wanted[offset])
        continue
      }
      let changes = items[offset]
      let fits =
        wantedItems.count
        == oldItems[origin].count - changes.leaving.count + changes.arriving.count
      guard fits else { return nil }
      let original = headers.contains(offset) ? wanted[offset] : list[origin]
      guard !changes.isEmpty || updates[offset] != nil || headers.contains(offset) else {
        result.append(original)
        continue
      }
      let places = Origins(
        oldCount: oldItems[origin].count, newCount: wantedItems.count, deleted: changes.leaving,
        inserted: changes.arriving.map(\.place), moved: []
      ).offsets
      guard let places else { return nil }
      var new: [Section.Item] = places.enumerated().map { place, old in
        old.map { oldItems[origin].item(atOffset: $0) } ?? wantedItems.item(atOffset: place)
      }
      for (place, source) in changes.arriving {
        guard let source else { continue }
        guard list.indices.contains(source.section), oldItems[source.section].count > source.item
        else { return nil }
        new[place] = oldItems[source.section].item(atOffset: source.item)
      }
      for path in updates[offset] ?? [] {
        guard new.indices.contains(path.item) else { return nil }
        new[path.item] = wantedItems.item(atOffset: path.item)
      }
      result.append(Section(original: original, items: new))
    }
    return result
  }

  /// The changes of a kept section's items.
  private struct ItemChanges {
    /// The old offsets of items that are deleted or move away.
    var leaving: [Int] = []

    /// The new offsets of other items, and their old paths; `nil` for new ones.
    var arriving: [(place: Int, source: ItemPath?)] = []

    var isEmpty: Bool { leaving.isEmpty && arriving.isEmpty }
  }

  /// The changes of each final section; `nil` if a change names a section that does not exist or is not kept.
  private func itemChanges(_ origins: [Int?], _ oldCount: Int) -> [ItemChanges]? {
    var changes = [ItemChanges](repeating: ItemChanges(), count: origins.count)
    var targets = [Int?](repeating: nil, count: oldCount)
    for (offset, origin) in origins.enumerated() {
      if let origin { targets[origin] = offset }
    }
    for path in deletedItems + movedItems.map(\.from) {
      guard targets.indices.contains(path.section), let target = targets[path.section] else {
        return nil
      }
      changes[target].leaving.append(path.item)
    }
    let arrivals = insertedItems.map { ($0, nil) } + movedItems.map { ($0.to, Optional($0.from)) }
    for (path, source) in arrivals {
      guard origins.indices.contains(path.section), origins[path.section] != nil else { return nil }
      changes[path.section].arriving.append((path.item, source))
    }
    return changes
  }
}
