extension DataSource {
  /// How a data source presents its sections; the closures should be pure.
  public struct Configuration: Sendable {
    let row: @Sendable (Section.Item, ItemPath, Section) -> Row
    let headerTitle: (@Sendable (Section, Int) -> String?)?
    let footerTitle: (@Sendable (Section, Int) -> String?)?
    let canEdit: (@Sendable (Section.Item, ItemPath) -> Bool)?
    let canMove: (@Sendable (Section.Item, ItemPath) -> Bool)?
    let indexTitles: (@Sendable ([Section]) -> [String]?)?
    let sectionForIndexTitle: (@Sendable (String, Int, [Section]) -> Int)?

    /// Makes a configuration; without the closures there are no titles, and nothing may be changed.
    ///
    /// `indexTitles` is called when the sections are set, the others for every answer. `Int`
    /// arguments are offsets. By default an index title leads to the section at its own offset.
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
