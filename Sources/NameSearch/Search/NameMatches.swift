/// The matches of a query, gathered in sections: what a list shows.
///
/// Holds the index and the set of matching rows, and answers by counting; there is never an array of
/// all matches. Sections without matches are left out.
public struct NameMatches: Sendable {
  /// The matches under one title.
  public struct Section: Hashable, Sendable {
    /// The title of the section in the index.
    public let title: String

    /// The number of matches in it; never zero.
    public let count: Int

    /// All rows of the section, matching or not.
    public let rows: Range<Int>

    /// The number of matches in the sections before.
    public let matchesBefore: Int
  }

  /// A place among the matches.
  public struct Position: Hashable, Sendable {
    /// The place of the section in ``NameMatches/sections``.
    public let section: Int

    /// The place of the match in its section.
    public let item: Int

    /// Makes a position; whether there is such a match is not checked.
    public init(section: Int, item: Int) {
      self.section = section
      self.item = item
    }
  }

  /// The index the rows are of.
  public let index: NameIndex

  /// The matching rows.
  public let rows: RowSet

  /// What was asked for.
  public let query: NameQuery

  /// The sections that have matches, in the order of the index.
  public let sections: [Section]

  /// Gathers matches in sections.
  ///
  /// - Precondition: `rows` is a set of rows of `index`.
  /// - Complexity: O(*s*), where *s* is the number of sections of the index.
  public init(index: NameIndex, rows: RowSet, query: NameQuery) {
    precondition(rows.rowCount == index.count, "the rows are of another index")
    self.index = index
    self.rows = rows
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
  ///
  /// - Complexity: O(1)
  public var count: Int { rows.count }

  /// Whether nothing matches.
  ///
  /// - Complexity: O(1)
  public var isEmpty: Bool { rows.isEmpty }
}

// MARK: Rows and positions

extension NameMatches {
  /// The row of a match.
  ///
  /// - Parameters:
  ///   - section: A place in `sections`.
  ///   - item: The place in the section, counted from zero.
  /// - Returns: The row, or `nil` when there is no such match.
  /// - Complexity: O(log *n*), where *n* is the number of rows of the index.
  public func row(inSection section: Int, at item: Int) -> Row? {
    guard sections.indices.contains(section) else { return nil }
    return rows.row(at: item, in: sections[section].rows)
  }

  /// The row of a match by its place among all, counted from zero, or `nil` beyond the end.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of rows of the index.
  public func row(at place: Int) -> Row? {
    rows.row(at: place, in: 0..<rows.rowCount)
  }

  /// The position of a row, or `nil` when it is no match.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  public func position(of row: Row) -> Position? {
    guard rows.contains(row) else { return nil }
    let section = sections.partitionPoint { $0.rows.upperBound > row.offset }
    return Position(section: section, item: rows.rank(of: row, in: sections[section].rows))
  }

  /// The position of a match by its place among all, counted from zero, or `nil` beyond the end.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  public func position(at place: Int) -> Position? {
    guard place >= 0, place < count else { return nil }
    let section = sections.partitionPoint { $0.matchesBefore > place } - 1
    return Position(section: section, item: place - sections[section].matchesBefore)
  }

  /// The place among all matches of a position, counted from zero; the position must exist.
  ///
  /// - Complexity: O(1)
  public func place(of position: Position) -> Int {
    sections[position.section].matchesBefore + position.item
  }

  /// The first match behind a row, which need not match itself.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of rows of the index.
  public func row(after row: Row) -> Row? {
    rows.first(atOrAfter: Row(row.offset + 1))
  }

  /// The last match before a row, which need not match itself.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of rows of the index.
  public func row(before row: Row) -> Row? {
    rows.last(before: row)
  }

  /// The row itself if it matches, else the next match behind it, else the last before it; `nil` when
  /// nothing matches.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of rows of the index.
  public func nearestRow(to row: Row) -> Row? {
    rows.first(atOrAfter: row) ?? rows.last(before: row)
  }
}
