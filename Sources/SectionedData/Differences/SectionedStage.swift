/// One step from one valid list to the next.
///
/// ```swift
/// let first: SectionedStage? = difference.stages.first
/// ```
public struct SectionedStage<Section: DifferentiableSection> {
  /// The kind of the step.
  public var kind: StageKind

  /// The changes, from the list after the previous stage to ``sections``.
  public var changes: SectionedChanges

  /// The whole list after this step.
  public var sections: [Section]

  /// Makes a stage, for example to test a view; nothing is checked.
  public init(kind: StageKind, changes: SectionedChanges, sections: [Section]) {
    self.kind = kind
    self.changes = changes
    self.sections = sections
  }
}

extension SectionedStage: Equatable where Section: Equatable {}

extension SectionedStage: Sendable where Section: Sendable {}
