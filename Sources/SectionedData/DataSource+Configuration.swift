extension DataSource {
  /// How a data source presents its sections; settled when the data source is made.
  ///
  /// The closures are asked again for every answer, except that `indexTitles` is asked once each
  /// time the sections are set. They should depend on what they are given alone.
  public struct Configuration: Sendable {
    let row: @Sendable (Section.Item, ItemPath, Section) -> Row
    let headerTitle: (@Sendable (Section, Int) -> String?)?
    let footerTitle: (@Sendable (Section, Int) -> String?)?
    let canEdit: (@Sendable (Section.Item, ItemPath) -> Bool)?
    let canMove: (@Sendable (Section.Item, ItemPath) -> Bool)?
    let indexTitles: (@Sendable ([Section]) -> [String]?)?
    let sectionForIndexTitle: (@Sendable (String, Int, [Section]) -> Int)?

    /// Makes a configuration; only the row provider has to be given.
    ///
    /// - Parameters:
    ///   - row: Makes the row for an item at a path of a section.
    ///   - headerTitle: The title above a section at an offset. Without it there is none.
    ///   - footerTitle: The title below a section at an offset. Without it there is none.
    ///   - canEdit: Whether an item may be changed. Without it none may.
    ///   - canMove: Whether an item may be moved. Without it none may.
    ///   - indexTitles: The titles of the index. Without it there is no index.
    ///   - sectionForIndexTitle: The section that an index title at an offset leads to. Without
    ///     it the section at the title's own offset.
    public init(
      row: @escaping @Sendable (Section.Item, ItemPath, Section) -> Row,
      headerTitle: (@Sendable (Section, Int) -> String?)? = nil,
      footerTitle: (@Sendable (Section, Int) -> String?)? = nil,
      canEdit: (@Sendable (Section.Item, ItemPath) -> Bool)? = nil,
      canMove: (@Sendable (Section.Item, ItemPath) -> Bool)? = nil,
      indexTitles: (@Sendable ([Section]) -> [String]?)? = nil,
      sectionForIndexTitle: (@Sendable (String, Int, [Section]) -> Int)? = nil
    ) {
      self.row = row
      self.headerTitle = headerTitle
      self.footerTitle = footerTitle
      self.canEdit = canEdit
      self.canMove = canMove
      self.indexTitles = indexTitles
      self.sectionForIndexTitle = sectionForIndexTitle
    }
  }
}
