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
  @_alwaysEmitIntoClient
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
  @_alwaysEmitIntoClient
  public func applied(to list: [Section]) -> [Section]? {
    changes.applied(to: list, takingNewFrom: sections)
  }
}

extension SectionedChanges {
  @_alwaysEmitIntoClient
  func applied<Section: DifferentiableSection>(
    to list: [Section], takingNewFrom wanted: [Section]
  ) -> [Section]? {
    let origins = Self.origins(
      oldCount: list.count, newCount: wanted.count, deleted: deletedSections,
      inserted: insertedSections, moved: movedSections)
    guard let origins, let (leaving, arriving) = itemChanges(origins, list.count) else {
      return nil
    }
    var isRetitled = [Bool](repeating: false, count: wanted.count)
    for update in updatedSections where isRetitled.indices.contains(update.to) {
      isRetitled[update.to] = true
    }
    var updated = [[Int]](repeating: [], count: wanted.count)
    for update in updatedItems where updated.indices.contains(update.to.section) {
      updated[update.to.section].append(update.to.item)
    }
    let oldItems = list.map { $0.items }
    var result: [Section] = []
    for (offset, origin) in origins.enumerated() {
      guard let origin else {
        result.append(wanted[offset])
        continue
      }
      let original = isRetitled[offset] ? wanted[offset] : list[origin]
      let isUnchanged = leaving[offset].isEmpty && arriving[offset].isEmpty
      if isUnchanged, updated[offset].isEmpty, !isRetitled[offset] {
        guard wanted[offset].items.count == oldItems[origin].count else { return nil }
        result.append(original)
        continue
      }
      let new = items(
        leaving: leaving[offset], arriving: arriving[offset], updated: updated[offset],
        of: oldItems,
        section: origin, wanted: wanted[offset].items)
      guard let new else { return nil }
      result.append(Section(original: original, items: new))
    }
    return result
  }

  /// The new items of a kept section; `nil` if the changes do not fit.
  @_alwaysEmitIntoClient
  func items<Items: RandomAccessCollection>(
    leaving: [Int], arriving: [(place: Int, source: ItemPath?)], updated: [Int], of lists: [Items],
    section: Int, wanted: Items
  ) -> [Items.Element]? where Items.Index == Int {
    let places = Self.origins(
      oldCount: lists[section].count, newCount: wanted.count, deleted: leaving,
      inserted: arriving.map { $0.place }, moved: [])
    guard let places else { return nil }
    var items = places.enumerated().map { place, old in
      old.map { lists[section].item(atOffset: $0) } ?? wanted.item(atOffset: place)
    }
    for (place, source) in arriving {
      guard let source else { continue }
      guard lists.indices.contains(source.section), lists[source.section].count > source.item
      else { return nil }
      items[place] = lists[source.section].item(atOffset: source.item)
    }
    for place in updated {
      guard items.indices.contains(place) else { return nil }
      items[place] = wanted.item(atOffset: place)
    }
    return items
  }

  /// By final section, the old offsets of items that leave it, and the new offsets of those that
  /// arrive with their old paths, `nil` for new ones.
  ///
  /// `nil` if a change names a section that does not exist or is not kept.
  @_alwaysEmitIntoClient
  func itemChanges(
    _ origins: [Int?], _ oldCount: Int
  ) -> (leaving: [[Int]], arriving: [[(place: Int, source: ItemPath?)]])? {
    var leaving = [[Int]](repeating: [], count: origins.count)
    var arriving = [[(place: Int, source: ItemPath?)]](repeating: [], count: origins.count)
    var targets = [Int?](repeating: nil, count: oldCount)
    for (offset, origin) in origins.enumerated() {
      if let origin { targets[origin] = offset }
    }
    for path in deletedItems + movedItems.map({ $0.from }) {
      guard targets.indices.contains(path.section), let target = targets[path.section] else {
        return nil
      }
      leaving[target].append(path.item)
    }
    let arrivals = insertedItems.map { ($0, nil) } + movedItems.map { ($0.to, Optional($0.from)) }
    for (path, source) in arrivals {
      guard origins.indices.contains(path.section), origins[path.section] != nil else { return nil }
      arriving[path.section].append((path.item, source))
    }
    return (leaving, arriving)
  }
}
