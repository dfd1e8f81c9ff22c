extension SectionedDifference {
  /// Matches the sections and records which headers changed.
  @_alwaysEmitIntoClient
  static func matchSections(
    _ initial: [Section], _ final: [Section]
  ) throws(Failure) -> Matching {
    do throws(DuplicateOffsets) {
      var matching = try Matching(
        initial: ContiguousArray(initial.map { $0.id }),
        final: ContiguousArray(final.map { $0.id }))
      for offset in final.indices where matching.initialOffsets[offset] >= 0 {
        if initial[Int(matching.initialOffsets[offset])].header != final[offset].header {
          matching.updated.append(Int32(truncatingIfNeeded: offset))
        }
      }
      return matching
    } catch {
      let list = error.side == .initial ? initial : final
      throw .duplicateSection(
        DuplicateIdentity(
          identity: list[error.first].id, first: error.first, second: error.second,
          side: error.side))
    }
  }

  /// Matches the items and adds the identity and paths to an error.
  @_alwaysEmitIntoClient
  static func matchItems(
    _ matcher: ItemMatcher<Section.Items>,
    _ matching: (ItemMatcher<Section.Items>) throws(DuplicateOffsets) -> Matching
  ) throws(Failure) -> Matching {
    do throws(DuplicateOffsets) {
      return try matching(matcher)
    } catch {
      let isInitial = error.side == .initial
      var locator = isInitial ? matcher.initialLocator : matcher.finalLocator
      let first = locator.path(at: error.first)
      let list = isInitial ? matcher.initial : matcher.final
      throw .duplicateItem(
        DuplicateIdentity(
          identity: list[first.section].item(atOffset: first.item).id, first: first,
          second: locator.path(at: error.second), side: error.side))
    }
  }
}
