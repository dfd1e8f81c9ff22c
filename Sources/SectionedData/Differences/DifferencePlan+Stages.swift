extension DifferencePlan {
  /// The non-empty stages, in order.
  @usableFromInline
  func stages() -> [(kind: StageKind, changes: SectionedChanges)] {
    var stages: [(kind: StageKind, changes: SectionedChanges)] = []
    for kind in StageKind.allCases {
      let changes =
        switch kind {
        case .retitling: retitling()
        case .reduction: reduction()
        case .arrangement: arrangement()
        case .completion: completion()
        }
      if !changes.isEmpty { stages.append((kind, changes)) }
    }
    return stages
  }

  private func retitling() -> SectionedChanges {
    var changes = SectionedChanges()
    changes.updatedSections = batch.updatedSections.map { update in
      Relocation(from: update.from, to: update.from)
    }
    return changes
  }

  private func reduction() -> SectionedChanges {
    var changes = SectionedChanges()
    changes.deletedSections = batch.deletedSections
    changes.deletedItems = batch.deletedItems
    changes.updatedItems = batch.updatedItems.map { update in
      Relocation(from: update.from, to: reduced(update.from))
    }
    return changes
  }

  /// The offset of a kept section after the reduction.
  private func reduced(_ section: Int) -> Int {
    section - batch.deletedSections.partitioningIndex { $0 >= section }
  }

  /// The path of an item after the reduction, if it is in a kept section then.
  private func reduced(_ path: ItemPath) -> ItemPath {
    ItemPath(section: reduced(path.section), item: path.item - deletedCount(before: path))
  }

  /// How many items before this one are deleted from its section.
  private func deletedCount(before path: ItemPath) -> Int {
    batch.deletedItems.partitioningIndex { $0 >= path }
      - batch.deletedItems.partitioningIndex { $0 >= ItemPath(section: path.section, item: 0) }
  }

  private func arrangement() -> SectionedChanges {
    var changes = SectionedChanges()
    changes.insertedSections = batch.insertedSections
    changes.movedSections = batch.movedSections.map { move in
      Relocation(from: reduced(move.from), to: move.to)
    }
    return changes
  }

  private func completion() -> SectionedChanges {
    var changes = SectionedChanges()
    changes.insertedItems = batch.insertedItems
    changes.movedItems = batch.movedItems.map { move in
      let from = ItemPath(
        section: Int(sections.finalOffsets[move.from.section]),
        item: move.from.item - deletedCount(before: move.from))
      return Relocation(from: from, to: move.to)
    }
    return changes
  }

  /// The initial offsets of the kept sections, in order.
  @usableFromInline var keptSections: [Int] {
    sections.finalOffsets.indices.filter { sections.finalOffsets[$0] >= 0 }
  }

  /// The final offsets of a kept section's items after the reduction; `nil` if these are final.
  @usableFromInline
  func itemsAfterReduction(ofSection section: Int) -> ContiguousArray<Int32>? {
    let wanted = finalLocator.offsets(ofSection: Int(sections.finalOffsets[section]))
    var locator = finalLocator
    var left: ContiguousArray<Int32> = []
    left.reserveCapacity(wanted.count)
    for offset in initialLocator.offsets(ofSection: section) {
      let target = items.finalOffsets[offset]
      guard target >= 0, sections.initialOffsets[locator.path(at: Int(target)).section] >= 0
      else { continue }
      left.append(target)
    }
    return left.elementsEqual(wanted.lazy.map { Int32(truncatingIfNeeded: $0) }) ? nil : left
  }
}
