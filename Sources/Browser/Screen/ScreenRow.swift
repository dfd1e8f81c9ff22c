import NameSearch
import TerminalText

/// A row of the list as a screen shows it: a name on as many lines as it needs.
struct ScreenRow: Identifiable, Equatable {
  /// What tells a row from all others, wherever it stands.
  enum ID: Hashable, Sendable {
    case name(Name)
    /// What is said of the rows that are still to come.
    case end
  }

  let id: ID

  /// The name with its flags; `nil` for the end.
  let target: Target?

  /// The section it is in, by its place; `nil` for the end and for a row that is there no more.
  let section: Int?

  /// How it looks, in lines of the width of a row.
  let lines: [StyledText]

  /// Equal when they say the same: how a row is lit is no change of it.
  static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.target == right.target
  }

  /// The row without its place among the sections, which may be others by now.
  var withoutSection: ScreenRow {
    ScreenRow(id: id, target: target, section: nil, lines: lines)
  }

  /// The row in some other style, but for the marks before a name.
  func styled(_ change: (inout Style) -> Void) -> ScreenRow {
    let margin = target == nil ? 0 : RowPainter.markColumns
    return ScreenRow(
      id: id, target: target, section: section,
      lines: lines.map { line in
        line.dropping(columns: margin).runs.reduce(into: line.prefix(columns: margin)) {
          var style = $1.style
          change(&style)
          $0.append($1.text, style)
        }
      })
  }
}

extension Listing {
  /// Whether the row is anywhere in the listing, in view or not.
  ///
  /// - Complexity: O(log *n*) for a name among *n*.
  func contains(_ id: ScreenRow.ID) -> Bool {
    switch id {
    case .name(let name): path(of: name) != nil
    case .end: true
    }
  }
}
