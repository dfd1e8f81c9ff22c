import NameSearch

/// What a page of a helper's rows holds: the names, and what the source says of each.
public struct SourceRows: Sendable {
  /// What a source says of a row besides its name.
  public struct Note: Equatable, Sendable {
    /// What the source knows the row by, if that is not its name.
    public var id: String?

    /// Whether the source has it as done with.
    public var isDead: Bool

    /// Whether the source has it as liked.
    public var isLiked: Bool

    /// A few more words on it; they come from outside and may hold anything.
    public var detail: String?

    /// Makes a note.
    public init(
      id: String? = nil, isDead: Bool = false, isLiked: Bool = false, detail: String? = nil
    ) {
      self.id = id
      self.isDead = isDead
      self.isLiked = isLiked
      self.detail = detail
    }
  }

  /// The names in the order of the rows, and the rows that are left out because they have none; a
  /// row's number counts from the beginning of the list.
  public var lines: NameLines

  /// For each name, what the source says of it.
  public var notes: [Note]

  /// How many rows the whole list has, if the source knows.
  public var total: Int?

  /// Whether the source itself looked for the query: then all rows are results, whatever the words.
  public var isSearched: Bool

  /// Makes the contents of a page.
  ///
  /// - Precondition: There are as many notes as names.
  public init(
    lines: NameLines = NameLines(), notes: [Note] = [], total: Int? = nil, isSearched: Bool = false
  ) {
    precondition(lines.names.count == notes.count, "each name has its note")
    self.lines = lines
    self.notes = notes
    self.total = total
    self.isSearched = isSearched
  }
}
