// A public function that the library contains is in every program, even if nothing calls it. So most
// functions of this folder are emitted into the clients that call them, and specialized there.

/// How one sectioned list becomes another, in ``stages`` or in one ``batch``.
///
/// Sections and items are matched by identity and compared by `==`. The number of moves is minimal.
/// An item that changes from one kept section to another is moved. One that leaves a deleted
/// section is inserted, and one that enters an inserted section is deleted.
@frozen
public struct SectionedDifference<Section: DifferentiableSection> {
  /// Why two lists cannot be compared.
  public typealias Failure = DifferenceError<Section.ID, Section.Item.ID>

  /// The final sections, as given; the last stage results in exactly these.
  public let sections: [Section]

  /// Up to four steps, each resulting in a valid list; none if nothing changed.
  ///
  /// Each kind occurs at most once, in the order of ``StageKind``. Kept sections have their new
  /// headers from the first stage on, and items their new values from ``StageKind/reduction`` on.
  ///
  /// A stage fits one batch of updates of a table or collection view in UIKit: it neither moves and
  /// reloads the same item or section, nor changes the items of a section that it inserts, deletes,
  /// reloads or moves.
  public let stages: [SectionedStage<Section>]

  /// All changes from the initial to the final sections at once.
  ///
  /// Use it to count changes, or for a view of your own. Do not pass it to a table or collection view
  /// in UIKit: it may move and reload the same item or section, and these views refuse that.
  public let batch: SectionedChanges

  /// Whether nothing changed; even then ``sections`` may be other values that are equal.
  public var isEmpty: Bool { stages.isEmpty }

  /// Compares two lists by hashing each identity once.
  ///
  /// - Throws: A ``DifferenceError`` for the first duplicate section or item in either list, and if
  ///   `init(original:items:)` of a kept section breaks its contract.
  /// - Complexity: O(*n* + *m* log *m*) expected for *n* sections and items in both lists together,
  ///   *m* of them in sections whose order changed.
  @_alwaysEmitIntoClient
  public init(from initial: [Section], to final: [Section]) throws(Failure) {
    try self.init(from: initial, to: final) { matcher throws(DuplicateOffsets) in
      try matcher.hashed()
    }
  }

  /// Compares lists whose items ascend by a key, for example filtered ones, without hashing items.
  ///
  /// Each list is read as one run, section after section. If it does not ascend strictly, the items
  /// are hashed instead. `key` must be cheap and depend only on the identity. An item whose key has
  /// changed counts as deleted and inserted. Throws like ``init(from:to:)``.
  ///
  /// - Complexity: O(*n*) for *n* sections and items in both lists together, apart from O(*m* log
  ///   *m*) for *m* sections out of order.
  @_alwaysEmitIntoClient
  public init<Key: Comparable>(
    from initial: [Section], to final: [Section], orderedBy key: (Section.Item) -> Key
  ) throws(Failure) {
    try self.init(from: initial, to: final) { matcher throws(DuplicateOffsets) in
      try matcher.merged(by: key)
    }
  }

  @_alwaysEmitIntoClient
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
    stages = try Self.stages(of: plan, from: initial, to: final, items: matcher.final)
    batch = plan.batch
  }
}

extension SectionedDifference: Sendable where Section: Sendable {}
