/// The changes between two sectioned lists by offset.
///
/// This is not generic, so it is compiled once.
@usableFromInline
@frozen
struct DifferencePlan {
  @usableFromInline let sections: Matching
  @usableFromInline let items: Matching
  @usableFromInline let initialLocator: PathLocator
  @usableFromInline let finalLocator: PathLocator

  /// All changes from the initial list to the final one.
  @usableFromInline private(set) var batch = SectionedChanges()

  @usableFromInline
  init(
    sections: Matching, items: Matching, initialLocator: PathLocator, finalLocator: PathLocator
  ) {
    self.sections = sections
    self.items = items
    self.initialLocator = initialLocator
    self.finalLocator = finalLocator
    compareSections()
    findDeletedItems()
    findInsertedAndMovedItems()
    findUpdatedItems()
  }

  private mutating func compareSections() {
    batch.deletedSections = sections.finalOffsets.indices.filter { sections.finalOffsets[$0] < 0 }
    for section in sections.updatedOrigins() {
      batch.updatedSections.append(
        Relocation(from: section, to: Int(sections.finalOffsets[section])))
    }
    let origins = sections.initialOffsets
    batch.insertedSections = origins.indices.filter { origins[$0] < 0 }
    batch.movedSections = LongestIncreasingSubsequence.others(
      of: origins, in: origins.indices, from: sections.finalOffsets.indices
    ).map { Relocation(from: Int(origins[$0]), to: $0) }
  }

  private mutating func findDeletedItems() {
    var locator = finalLocator
    let lookInside = !batch.insertedSections.isEmpty
    var deleted: [ItemPath] = []
    deleted.reserveCapacity(items.finalOffsets.count { $0 < 0 })
    for section in sections.finalOffsets.indices where sections.finalOffsets[section] >= 0 {
      let offsets = initialLocator.offsets(ofSection: section)
      for offset in offsets {
        let target = Int(items.finalOffsets[offset])
        if target >= 0 {
          guard lookInside else { continue }
          if sections.initialOffsets[locator.path(at: target).section] >= 0 { continue }
        }
        deleted.append(ItemPath(section: section, item: offset - offsets.lowerBound))
      }
    }
    batch.deletedItems = deleted
  }

  private mutating func findInsertedAndMovedItems() {
    var locator = initialLocator
    var inserted: [ItemPath] = []
    var moved: [Relocation<ItemPath>] = []
    inserted.reserveCapacity(items.initialOffsets.count { $0 < 0 })
    for section in sections.initialOffsets.indices where sections.initialOffsets[section] >= 0 {
      let offsets = finalLocator.offsets(ofSection: section)
      let reordered = reordered(offsets, from: Int(sections.initialOffsets[section]))
      var nextReordered = 0
      let source = initialLocator.offsets(ofSection: Int(sections.initialOffsets[section]))
      for offset in offsets {
        let origin = Int(items.initialOffsets[offset])
        let path = ItemPath(section: section, item: offset - offsets.lowerBound)
        if origin >= 0 {
          if source.contains(origin) {
            guard nextReordered < reordered.count, reordered[nextReordered] == offset
            else { continue }
            nextReordered += 1
          }
          let from = locator.path(at: origin)
          if sections.finalOffsets[from.section] >= 0 {
            moved.append(Relocation(from: from, to: path))
            continue
          }
        }
        inserted.append(path)
      }
    }
    batch.insertedItems = inserted
    batch.movedItems = moved
  }

  /// The final offsets of the items that must move within their section.
  private func reordered(_ offsets: Range<Int>, from section: Int) -> [Int] {
    let source = initialLocator.offsets(ofSection: section)
    return LongestIncreasingSubsequence.others(
      of: items.initialOffsets, in: offsets, from: source)
  }

  private mutating func findUpdatedItems() {
    var before = initialLocator
    var after = finalLocator
    for offset in items.updatedOrigins() {
      let from = before.path(at: offset)
      let to = after.path(at: Int(items.finalOffsets[offset]))
      if sections.finalOffsets[from.section] >= 0, sections.initialOffsets[to.section] >= 0 {
        batch.updatedItems.append(Relocation(from: from, to: to))
      }
    }
  }
}
