package import NameSearch

/// Rows of one index.
package struct ManyRows: Equatable, Sendable {
  let index: NameIndex
  package let rows: RowSet

  package init(index: NameIndex, rows: RowSet) {
    self.index = index
    self.rows = rows
  }

  package var count: Int { rows.count }

  /// The names, made one by one.
  package var names: some Sequence<Name> & Sendable {
    rows.lazy.map { [index] in index.name(at: $0) }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.index.version == right.index.version && left.rows == right.rows
  }
}
