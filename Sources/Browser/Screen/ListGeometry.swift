import ListModel
import NameSearch
import TerminalText

/// The widths of the titles in the margin, of the rows, and of the index on the right.
///
/// In a wide window the rows flow through several columns, as in a newspaper.
struct ListGeometry: Equatable {
  let height: Int

  /// The width of the titles in the margin; 0 if there are none.
  let titleColumns: Int

  /// The width of the index titles and the space before them; 0 if there are none.
  let indexColumns: Int

  let columnCount: Int

  /// The width of a column, including its margin.
  let columnWidth: Int

  /// The number of spaces between two columns.
  static let gap = 2

  /// The minimum width of the list for several columns.
  static let leastForColumns = 120

  /// The minimum width of each of several columns.
  private static let narrowest = 36

  init(of state: Browser.State, _ listing: Listing) {
    let area = state.listArea
    height = area.rows
    indexColumns = Self.indexColumns(of: listing, in: state)
    let room = max(area.columns - indexColumns, 1)
    titleColumns = min(listing.titleColumns, 12, room / 6)
    let margin = titleColumns + RowPainter.markColumns(of: state) + 1
    let usual = max(2 * listing.meanNameLength + margin, Self.narrowest)
    let fitting = (room + Self.gap) / (usual + Self.gap)
    let mayHaveColumns =
      area.columns >= Self.leastForColumns && !listing.matches.index.hasDetails
    if mayHaveColumns, fitting > 1, listing.count > height {
      columnCount = fitting
      columnWidth = (room + Self.gap) / fitting - Self.gap
    } else {
      columnCount = 1
      columnWidth = room
    }
  }

  var marginColumns: Int { titleColumns == 0 ? 0 : titleColumns + 1 }

  /// The width of marks and name.
  var rowWidth: Int { max(columnWidth - marginColumns, 1) }

  /// The number of lines in all columns.
  var lineCount: Int { height * columnCount }

  private static func indexColumns(of listing: Listing, in state: Browser.State) -> Int {
    let titles = listing.matches.sections
    guard state.view.showsIndex || state.view.isAskingForTitle, titles.count > 1,
      state.listArea.columns >= 20
    else { return 0 }
    let widest = titles.prefix(64).map { ColumnWidth.of($0.title) }.max() ?? 1
    return min(max(widest, 1), 4) + 1
  }
}

/// Places rows one after another: down the first column, then down the next.
struct ColumnFlow {
  private let geometry: ListGeometry
  private(set) var column = 0
  private(set) var line = 0

  init(_ geometry: ListGeometry) {
    self.geometry = geometry
  }

  /// The place of a row of `lines` lines, or `nil` when all columns are full.
  ///
  /// A row that does not fit goes to the next column; in the last one its end is cut off.
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
