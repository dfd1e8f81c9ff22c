extension SectionedDifference {
  /// Gives each stage of a plan its resulting list; only lists between stages are rebuilt.
  ///
  /// `items` are those of the final sections.
  @_alwaysEmitIntoClient
  static func stages(
    of plan: DifferencePlan, from initial: [Section], to final: [Section], items: [Section.Items]
  ) throws(Failure) -> [SectionedStage<Section>] {
    let kept = plan.keptSections
    for section in kept {
      let target = Int(plan.sections.finalOffsets[section])
      _ = try rebuild(final[target], items: Array(items[target].prefix(1)))
    }
    let steps = plan.stages()
    guard let last = steps.last else { return [] }
    guard steps.count > 1 else {
      return [SectionedStage(kind: last.kind, changes: last.changes, sections: final)]
    }
    let retitled = try self.retitled(initial, by: plan, to: final)
    let isReduced = steps.contains { $0.kind == .reduction }
    var reduced: [Section] = []
    if steps.dropLast().contains(where: { $0.kind != .retitling }) {
      reduced.reserveCapacity(kept.count)
      for section in kept {
        reduced.append(
          try self.reduced(
            section, of: plan, from: isReduced ? nil : retitled, to: final, items: items))
      }
    }
    return steps.map { step in
      var sections = final
      if step.kind == last.kind {
        // Exactly the final sections.
      } else if step.kind == .retitling {
        sections = retitled
      } else if step.kind == .reduction {
        sections = reduced
      } else {
        for (section, value) in zip(kept, reduced) {
          sections[Int(plan.sections.finalOffsets[section])] = value
        }
      }
      return SectionedStage(kind: step.kind, changes: step.changes, sections: sections)
    }
  }

  /// The initial sections, with the final headers of those that stay.
  @_alwaysEmitIntoClient
  static func retitled(
    _ initial: [Section], by plan: DifferencePlan, to final: [Section]
  ) throws(Failure) -> [Section] {
    var sections = initial
    for update in plan.batch.updatedSections {
      sections[update.from] = try rebuild(
        final[update.to], items: Array(initial[update.from].items))
    }
    return sections
  }

  /// A kept section after the reduction; `initial`, if given, has the final headers.
  @_alwaysEmitIntoClient
  static func reduced(
    _ section: Int, of plan: DifferencePlan, from initial: [Section]?, to final: [Section],
    items finalItems: [Section.Items]
  ) throws(Failure) -> Section {
    let target = final[Int(plan.sections.finalOffsets[section])]
    guard let offsets = plan.itemsAfterReduction(ofSection: section) else { return target }
    if let initial { return initial[section] }
    var locator = plan.finalLocator
    var items: [Section.Item] = []
    items.reserveCapacity(offsets.count)
    for offset in offsets {
      let path = locator.path(at: Int(offset))
      items.append(finalItems[path.section].item(atOffset: path.item))
    }
    return try rebuild(target, items: items)
  }

  /// Makes a section with other items and checks it.
  @_alwaysEmitIntoClient
  static func rebuild(_ original: Section, items: [Section.Item]) throws(Failure) -> Section {
    let section = Section(original: original, items: items)
    let rebuilt = section.items
    guard
      section.id == original.id, isSame(section.header, original.header),
      rebuilt.elementsEqual(items, by: { $0.id == $1.id && isSame($0, $1) })
    else {
      throw .invalidRebuild(
        Failure.Rebuild(
          expectedSection: original.id, section: section.id,
          expectedItems: items.map { $0.id }, items: rebuilt.map { $0.id }))
    }
    return section
  }

  /// Whether a value was copied; for a value that does not equal itself, such as NaN, this is assumed.
  @_alwaysEmitIntoClient
  static func isSame<Value: Equatable>(_ value: Value, _ original: Value) -> Bool {
    value == original || original != original
  }
}
