import NameSearch
import TerminalText

/// How the lines of the list are shared out among the titles in the margin, the rows beside them and the index
/// at the right.
///
/// In a wide window the rows flow through several columns, as a newspaper's text does.
struct ListGeometry: Equatable {
  /// The lines there are.
  let height: Int

  /// The width of the titles in the margin; 0 where there are none.
  let titleColumns: Int

  /// The width of the index titles with the blank before them; 0 where there are none.
  let indexColumns: Int

  /// How many columns of rows there are.
  let columnCount: Int

  /// The width of each of them, its margin included.
  let columnWidth: Int

  /// The blanks between two columns.
  static let gap = 2

  /// From this width on there can be several columns.
  static let leastForColumns = 120

  /// No column is narrower, where there are several.
  private static let narrowest = 36

  /// Lays out the list of a state.
  init(of state: Browser.State, _ listing: Listing) {
    height = Screen.Layout(state.size).listRows
    indexColumns = Self.indexColumns(of: listing, in: state)
    let room = max(state.size.columns - indexColumns, 1)
    // A margin may take a sixth of the window, and none where that is nothing.
    titleColumns = min(listing.titleColumns, 12, room / 6)
    let margin = titleColumns + RowPainter.markColumns + 1
    let usual = max(2 * listing.meanNameLength + margin, Self.narrowest)
    let fitting = (room + Self.gap) / (usual + Self.gap)
    let mayHaveColumns = state.size.columns >= Self.leastForColumns && state.details.isEmpty
    if mayHaveColumns, fitting > 1, listing.count > height {
      columnCount = fitting
      columnWidth = (room + Self.gap) / fitting - Self.gap
    } else {
      columnCount = 1
      columnWidth = room
    }
  }

  /// What the margin takes, with the blank behind the titles.
  var marginColumns: Int { titleColumns == 0 ? 0 : titleColumns + 1 }

  /// The width of a row: its marks and its name.
  var rowWidth: Int { max(columnWidth - marginColumns, 1) }

  /// The lines in all columns.
  var lineCount: Int { height * columnCount }

  /// The columns the index titles take; none where they are off or there is no room.
  private static func indexColumns(of listing: Listing, in state: Browser.State) -> Int {
    let titles = listing.matches.sections
    guard state.showsIndex || state.isAskingForTitle, titles.count > 1, state.size.columns >= 20
    else { return 0 }
    let widest = titles.prefix(64).map { ColumnWidth.of($0.title) }.max() ?? 1
    return min(max(widest, 1), 4) + 1
  }
}

/// Where rows go, one after the other: down the first column, then down the next.
struct ColumnFlow {
  private let geometry: ListGeometry
  private(set) var column = 0
  private(set) var line = 0

  init(_ geometry: ListGeometry) {
    self.geometry = geometry
  }

  /// Takes the place for a row of so many lines, which is not parted where there is another column.
  ///
  /// - Returns: The column and its line, where the row may be cut off at the end; `nil` when all is full.
  mutating func place(_ lines: Int) -> (column: Int, line: Int)? {
    let isLast = column == geometry.columnCount - 1
    if line >= geometry.height || !isLast && line > 0 && line + lines > geometry.height {
      (column, line) = (column + 1, 0)
    }
    guard column < geometry.columnCount, geometry.height > 0 else { return nil }
    defer { line += lines }
    return (column, line)
  }
}
