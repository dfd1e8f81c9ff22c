extension SectionedDifference {
  /// Gives each stage of a plan its resulting list; only lists between stages are rebuilt.
  @inlinable
  static func stages(
    of plan: DifferencePlan, from initial: [Section], to final: [Section]
  ) throws(Failure) -> [SectionedStage<Section>] {
    let kept = plan.keptSections
    for section in kept {
      let target = final[Int(plan.sections.finalOffsets[section])]
      _ = try rebuild(target, items: Array(target.items.prefix(1)))
    }
    let steps = plan.stages()
    guard let last = steps.last else { return [] }
    guard steps.count > 1 else {
      return [SectionedStage(kind: last.kind, changes: last.changes, sections: final)]
    }
    let isReduced = steps[0].kind == .reduction
    var reduced: [Section] = []
    reduced.reserveCapacity(kept.count)
    for section in kept {
      reduced.append(
        try self.reduced(section, of: plan, from: isReduced ? nil : initial, to: final))
    }
    return steps.map { step in
      var sections = final
      if step.kind == .reduction {
        sections = reduced
      } else if step.kind == .arrangement, last.kind != .arrangement {
        for (section, value) in zip(kept, reduced) {
          sections[Int(plan.sections.finalOffsets[section])] = value
        }
      }
      return SectionedStage(kind: step.kind, changes: step.changes, sections: sections)
    }
  }

  /// A kept section after the reduction; `initial` is given if there is no reduction.
  @inlinable
  static func reduced(
    _ section: Int, of plan: DifferencePlan, from initial: [Section]?, to final: [Section]
  ) throws(Failure) -> Section {
    let target = final[Int(plan.sections.finalOffsets[section])]
    guard let offsets = plan.itemsAfterReduction(ofSection: section) else { return target }
    if let initial { return initial[section] }
    var locator = plan.finalLocator
    var items: [Section.Item] = []
    items.reserveCapacity(offsets.count)
    for offset in offsets {
      let path = locator.path(at: Int(offset))
      items.append(final[path.section].items.item(atOffset: path.item))
    }
    return try rebuild(target, items: items)
  }

  /// Makes a section with other items and checks it.
  @inlinable
  static func rebuild(_ original: Section, items: [Section.Item]) throws(Failure) -> Section {
    let section = Section(original: original, items: items)
    guard
      section.id == original.id, section.header == original.header,
      section.items.elementsEqual(items, by: { $0.id == $1.id && $0 == $1 })
    else {
      throw .invalidRebuild(
        Failure.Rebuild(
          expectedSection: original.id, section: section.id,
          expectedItems: items.map { $0.id }, items: section.items.map { $0.id }))
    }
    return section
  }
}
