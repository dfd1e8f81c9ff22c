/// The matches of a query, in sections without the empty ones.
///
/// Matches are counted in the set of matching rows; there is no array of them. Counts take O(1),
/// lookups at most O(log *n*) for *n* rows of the index.
public struct NameMatches: Sendable {
  /// A section with matches.
  public struct Section: Hashable, Sendable {
    /// The number of matches in the section; never zero.
    public let title: String

    /// The number of matches in the section; never zero.
    public let count: Int

    /// All rows of the section, matching or not.
    public let rows: Range<Int>

    /// The number of matches in the previous sections.
    public let matchesBefore: Int
  }

  /// The place of a match, by section.
  public struct Position: Hashable, Sendable {
    /// The index of the section in ``NameMatches/sections``.
    public let section: Int

    /// The number of the match in its section, from zero.
    public let item: Int

    /// Makes a position without checking that the match exists.
    public init(section: Int, item: Int) {
      self.section = section
      self.item = item
    }
  }

  /// The index that the rows belong to.
  public let index: NameIndex

  /// The matching rows.
  public let rows: RowSet

  /// The query.
  public let query: NameQuery

  /// The sections that have matches, in the order of the index.
  public let sections: [Section]

  /// Counts the matches of each section; `rows` must be a set of rows of `index`.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections of the index.
  public init(index: NameIndex, rows: RowSet, query: NameQuery) {
    precondition(rows.isOf(index), "the rows are of another index")
    self.index = index
    self.rows = rows.of(index)
    self.query = query
    var sections: [Section] = []
    var total = 0
    for section in index.sections {
      let count = rows.count(in: section.rows)
      guard count > 0 else { continue }
      sections.append(
        Section(title: section.title, count: count, rows: section.rows, matchesBefore: total))
      total += count
    }
    self.sections = sections
  }

  /// The number of matches.
  public var count: Int { rows.count }

  /// Whether nothing matches.
  public var isEmpty: Bool { rows.isEmpty }
}

// MARK: Rows and positions

extension NameMatches {
  /// The row of a match by its section and its number there, from zero; `nil` if there is none.
  public func row(inSection section: Int, at item: Int) -> NameRow? {
    guard sections.indices.contains(section) else { return nil }
    return rows.row(at: item, in: sections[section].rows)
  }

  /// The row of a match by its number among all matches, from zero; `nil` beyond the end.
  public func row(at place: Int) -> NameRow? {
    rows.row(at: place, in: 0..<rows.rowCount)
  }

  /// The position of a row, or `nil` if it does not match.
  public func position(of row: NameRow) -> Position? {
    guard rows.contains(row) else { return nil }
    let section = sections.partitionPoint { $0.rows.upperBound > row.offset }
    return Position(section: section, item: rows.rank(of: row, in: sections[section].rows))
  }

  /// The position of a match by its number among all matches, from zero; `nil` beyond the end.
  public func position(at place: Int) -> Position? {
    guard place >= 0, place < count else { return nil }
    let section = sections.partitionPoint { $0.matchesBefore > place } - 1
    return Position(section: section, item: place - sections[section].matchesBefore)
  }

  /// The number among all matches, from zero, of a position, which must exist.
  public func place(of position: Position) -> Int {
    sections[position.section].matchesBefore + position.item
  }

  /// The row itself if it matches, else the next match, else the previous one; `nil` without matches.
  public func nearestRow(to row: NameRow) -> NameRow? {
    rows.first(atOrAfter: row) ?? rows.last(before: row)
  }
}
