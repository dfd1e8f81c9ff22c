package import ListModel
import NameSearch

/// The form of rows in files and pipes.
package struct InputForm: Equatable, Sendable {
  /// The form of rows with columns; `nil` if lines are names.
  package var columns: ColumnChoice?

  /// Whether names end with NULs instead of line feeds.
  package var endsWithNUL: Bool

  /// The byte that ends a name or a line.
  var lineEnd: UInt8 { endsWithNUL ? 0 : 0x0A }

  /// How lines are searched and shown if they stay unchanged instead of becoming names of a list.
  package var lines: LineForm?

  /// The number of lines at the beginning that are shown above the rows.
  package var headerLineCount = 0

  package init(columns: ColumnChoice? = nil, endsWithNUL: Bool = false, lines: LineForm? = nil) {
    self.columns = columns
    self.endsWithNUL = endsWithNUL
    self.lines = lines
  }
}

/// The roles of the columns of a row.
package struct ColumnChoice: Equatable, Sendable {
  /// A column by its number, from 1, or by its title in the header.
  package enum Column: Equatable, Sendable {
    case number(Int)
    case title(String)
  }

  package var form: ColumnForm
  package var name: Column

  /// The columns with the row's ID; empty if the name identifies it.
  package var id: [Column]

  /// The column with the row's section.
  package var section: Column?

  /// The column with the row's revision.
  package var revision: Column?

  /// The column by which rows are ordered: its title, or its number if no column has that title.
  package var order: String?

  /// How to treat rows with the same ID, or the same name, that differ otherwise.
  package enum Repeats: Sendable {
    /// They are an error.
    case refused
    /// The last one counts, so no row is returned before the end of the input.
    case merged
    /// All of them are rows.
    case kept
  }

  package var repeats = Repeats.refused

  package init(
    form: ColumnForm, name: Column = .number(1), id: [Column] = [], section: Column? = nil,
    revision: Column? = nil
  ) {
    self.revision = revision
    self.form = form
    self.name = name
    self.id = id
    self.section = section
  }

  /// The source in the IDs of rows from files and pipes.
  ///
  /// It is the same for all of them, because a file can be moved or come through a pipe.
  package static let source = "id"
}

/// The places of the columns in a row, from 0.
struct ColumnPlaces: Equatable {
  let name: Int

  /// The columns of the ID, in its order, which may differ from the order in the row.
  let id: [Int]
  let section: Int?
  let revision: Int?

  /// The column by which rows are ordered.
  private(set) var order: OrderColumn?

  /// Finds the columns in rows of `count` columns; `titles` is the header, or `nil` without one.
  ///
  /// - Throws: ``PageSourceError`` if a column does not exist, or several have its title.
  init(
    of choice: ColumnChoice, among titles: [String]?, count: Int, in input: String
  ) throws(PageSourceError) {
    name = try Self.place(of: choice.name, titles, input)
    id = try choice.id.map { (column) throws(PageSourceError) in
      try Self.place(of: column, titles, input)
    }
    section = try choice.section.map { (column) throws(PageSourceError) in
      try Self.place(of: column, titles, input)
    }
    revision = try choice.revision.map { (column) throws(PageSourceError) in
      try Self.place(of: column, titles, input)
    }
    order = try choice.order.map { (order) throws(PageSourceError) in
      let called = (0..<count).filter { titles?[$0] == order }
      guard called.count < 2 else { throw .ambiguousColumn(input, order) }
      let number = Int(order).flatMap { 1...count ~= $0 ? $0 - 1 : nil }
      guard let place = called.first ?? number else {
        let known = (0..<count).map { titles?[$0] ?? "\($0 + 1)" }
        throw .noOrderColumn(input, order, known: known)
      }
      return column(at: place)
    }
  }

  /// The role of a column in its row.
  private func column(at place: Int) -> OrderColumn {
    if place == name { return .name }
    if let part = id.firstIndex(of: place) { return id.count == 1 ? .id : .idPart(part) }
    if place == section { return .section }
    if place == revision { return .revision }
    return .detail((0..<place).count { isInDetail($0) })
  }

  /// The titles by the roles of their columns.
  func titles(of columns: [String]) -> ColumnTitles {
    func title(_ place: Int) -> String {
      place < columns.count ? columns[place] : "\(place + 1)"
    }
    return ColumnTitles(
      name: title(name), id: id.map(title), section: section.map(title),
      revision: revision.map(title),
      details: columns.indices.filter { isInDetail($0) }.map(title))
  }

  private static func place(
    of column: ColumnChoice.Column, _ titles: [String]?, _ input: String
  ) throws(PageSourceError) -> Int {
    switch column {
    case .number(let number):
      guard let titles, number > titles.count else { return number - 1 }
      throw .noColumn(input, "\(number)", known: titles)
    case .title(let title):
      let places = (titles ?? []).indices.filter { titles?[$0] == title }
      guard places.count < 2 else { throw .ambiguousColumn(input, title) }
      guard let place = places.first else { throw .noColumn(input, title, known: titles ?? []) }
      return place
    }
  }

  /// Whether a column belongs to the detail, because it has no other role.
  @inline(__always)
  func isInDetail(_ place: Int) -> Bool {
    place != name && place != section && place != revision && !id.contains(place)
  }
}
