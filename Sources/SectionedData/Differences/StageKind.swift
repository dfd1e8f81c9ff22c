/// What a step of a difference does; each kind occurs at most once, in this order.
///
/// ```swift
/// difference.stages.map(\.kind) == [StageKind.reduction, StageKind.completion]
/// ```
public enum StageKind: Hashable, Sendable, CaseIterable {
  /// Updates the headers of sections that remain, and changes nothing else.
  case retitling

  /// Deletes sections and items, and updates the values of items that remain.
  case reduction

  /// Inserts sections with all their items, and moves sections.
  case arrangement

  /// Inserts items into kept sections, and moves items.
  case completion
}
