extension DataSource {
  /// How a data source presents its sections; the closures should be pure.
  ///
  /// Closures that are written on the main actor may use its state, such as a view's cells.
  public struct Configuration {
    @usableFromInline let row: (Section.Item, ItemPath, Section) -> Row
    @usableFromInline let headerTitle: ((Section, Int) -> String?)?
    @usableFromInline let footerTitle: ((Section, Int) -> String?)?
    @usableFromInline let canEdit: ((Section.Item, ItemPath) -> Bool)?
    @usableFromInline let canMove: ((Section.Item, ItemPath) -> Bool)?
    @usableFromInline let indexTitles: (([Section]) -> [String]?)?
    @usableFromInline let sectionForIndexTitle: ((String, Int, [Section]) -> Int)?

    /// Makes a configuration; without the closures there are no titles, and nothing may be changed.
    ///
    /// `indexTitles` is called when the sections are set, the others for every answer. `Int`
    /// arguments are offsets. By default an index title leads to the section at its own offset.
    public init(
      row: @escaping (Section.Item, ItemPath, Section) -> Row,
      headerTitle: ((Section, Int) -> String?)? = nil,
      footerTitle: ((Section, Int) -> String?)? = nil,
      canEdit: ((Section.Item, ItemPath) -> Bool)? = nil,
      canMove: ((Section.Item, ItemPath) -> Bool)? = nil,
      indexTitles: (([Section]) -> [String]?)? = nil,
      sectionForIndexTitle: ((String, Int, [Section]) -> Int)? = nil
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
