import ListModel
import NameSearch
import TerminalText

/// A row of the list on the screen: a name on as many lines as it needs.
struct ScreenRow: Identifiable, Equatable {
  enum ID: Hashable, Sendable {
    case name(Name)
    /// The line after the loaded rows, which stands for the rest.
    case end
  }

  let id: ID

  /// `nil` for the end.
  let target: Row?

  /// The number of the section; `nil` for the end and for a deleted row.
  let section: Int?

  let lines: [StyledText]

  /// Compares the contents only: highlighting does not change a row.
  static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.target == right.target
  }

  /// Without the number of the section, which may have changed.
  var withoutSection: ScreenRow {
    ScreenRow(id: id, target: target, section: nil, lines: lines)
  }

  /// Changes the style of everything but the marks before a name.
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
  /// Whether the row is in the listing, in view or not; always true for the end.
  ///
  /// - Complexity: O(log *n*) for a name among *n*.
  func contains(_ id: ScreenRow.ID) -> Bool {
    switch id {
    case .name(let name): path(of: name) != nil
    case .end: true
    }
  }
}
