/// What a step of a difference does; a difference has at most one of each, in this order.
public enum StageKind: Hashable, Sendable, CaseIterable {
  /// Sections and items are deleted, and those that stay get their new headers and values.
  ///
  /// Its `deletedSections`, `updatedSections`, `deletedItems` and `updatedItems` are filled.
  case reduction

  /// Sections are inserted, complete with their items, and moved.
  ///
  /// Its `insertedSections` and `movedSections` are filled.
  case arrangement

  /// Items are inserted into kept sections and moved.
  ///
  /// Its `insertedItems` and `movedItems` are filled.
  case completion
}
