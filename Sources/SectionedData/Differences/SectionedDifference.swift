/// How one sectioned list becomes another.
///
/// Sections and items are matched by identity and compared by `==`. What stays in order is not
/// moved: the moves are as few as they can be. An item that crosses from one kept section to
/// another is moved; one that comes out of a section that goes, or goes into one that comes, is
/// inserted or deleted. The changes come in two forms:
///
/// - ``stages``: up to three steps, each a valid list of its own, for views that take one batch
///   of changes after the other;
/// - ``batch``: everything at once, from the initial to the final coordinates.
///
/// Whatever changed or not, ``sections`` are the values that were asked for, and the last stage
/// ends in exactly these.
public struct SectionedDifference<Section: DifferentiableSection> {
  /// Why there can be no difference.
  public typealias Failure = DifferenceError<Section.ID, Section.Item.ID>

  /// The final sections, as they were given.
  public let sections: [Section]

  /// The steps from the initial sections to the final ones; none if nothing changed.
  ///
  /// Each kind is there at most once, in the order of ``StageKind``, and only if it does
  /// something. Items have their new values, and kept sections their new headers, from the first
  /// stage on.
  public let stages: [SectionedStage<Section>]

  /// All changes at once.
  public let batch: SectionedChanges

  /// Where the items of `batch.updatedItems` are in the final sections, in the same order.
  public let updatedItemsInFinal: [ItemPath]

  /// Whether nothing changed; ``sections`` may be other values that are equal.
  public var isEmpty: Bool { stages.isEmpty }

  /// Compares two lists by hashing each identity once.
  ///
  /// - Parameters:
  ///   - initial: The sections as they were.
  ///   - final: The sections as they are wanted.
  /// - Throws: ``DifferenceError/duplicateSection(_:)`` or ``DifferenceError/duplicateItem(_:)``
  ///   for the first identity that either list has twice, and
  ///   ``DifferenceError/invalidRebuild(_:)`` if a kept section, tried with one item or needed
  ///   between two stages, is not what its `init(original:items:)` promises.
  /// - Complexity: O(*n* + *m* log *m*) expected, where *n* is the number of all sections and items
  ///   of both lists and *m* of those in the sections whose order changed.
  @inlinable
  public init(from initial: [Section], to final: [Section]) throws(Failure) {
    try self.init(from: initial, to: final) { matcher throws(DuplicateOffsets) in
      try matcher.hashed()
    }
  }

  /// Compares two lists whose items ascend by a key, as a filter leaves them: without hashing them.
  ///
  /// Each list is read as one run, section after section. If a run does not ascend strictly, the
  /// items are hashed instead, and the result is the same.
  ///
  /// - Parameters:
  ///   - initial: The sections as they were.
  ///   - final: The sections as they are wanted.
  ///   - key: Reads the key off an item: cheap, and settled by the item's identity. An item that
  ///     has another key than before is told as one that is deleted and one that is inserted.
  /// - Throws: As ``init(from:to:)`` does.
  /// - Complexity: O(*n*), where *n* is the number of all sections and items of both lists, apart
  ///   from O(*m* log *m*) for *m* sections out of order.
  @inlinable
  public init<Key: Comparable>(
    from initial: [Section], to final: [Section], orderedBy key: (Section.Item) -> Key
  ) throws(Failure) {
    try self.init(from: initial, to: final) { matcher throws(DuplicateOffsets) in
      try matcher.merged(by: key)
    }
  }

  @inlinable
  init(
    from initial: [Section], to final: [Section],
    matching: (ItemMatcher<Section.Items>) throws(DuplicateOffsets) -> Matching
  ) throws(Failure) {
    let matcher = ItemMatcher(initial: initial.map { $0.items }, final: final.map { $0.items })
    let plan = DifferencePlan(
      sections: try Self.matchSections(initial, final),
      items: try Self.matchItems(matcher, matching),
      initialLocator: matcher.initialLocator, finalLocator: matcher.finalLocator)
    sections = final
    stages = try Self.stages(of: plan, from: initial, to: final)
    batch = plan.batch
    updatedItemsInFinal = plan.updatedItemsInFinal
  }
}

extension SectionedDifference: Sendable where Section: Sendable {}
