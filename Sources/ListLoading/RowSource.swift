package import ListModel
package import NameSearch
package import PageSources
package import Pagination

/// The source of a list's rows: a pipe, files, a list of the store, or a helper program.
package protocol RowSource: PageSource where Contents == RowBatch {
  /// The list or source to which the rows belong, which determines their flags.
  var scope: FlagTable.Scope { get }

  /// Whether its rows have their own revisions.
  var givesRevisions: Bool { get }

  /// How lines are shown if rows are unchanged lines; `nil` if rows are names.
  var lineForm: LineForm? { get }

  /// False for a pipe, which cannot be read again.
  var canStartOver: Bool { get }

  /// Whether each page costs a request elsewhere, so that it is read only when it is wanted.
  var isPaged: Bool { get }

  /// The same source without the rows whose names do not match, if it can skip them at low cost.
  ///
  /// Call it before reading.
  func filtered(by filter: NameFilter) -> Self

  /// The same source with a first page that has the first rows of an order, if the source knows them.
  func beginning(in order: NameOrder) -> Self

  /// The same source, before anything was read, with the values that an order needs for its rows.
  ///
  /// - Throws: The errors of the source, and ``LoadError``, if its rows cannot have that order.
  func ordered(by order: NameOrder) async throws -> Self

  /// The column that the user wants the rows ordered by; `nil` without one, or if the first page names it.
  var orderColumn: OrderColumn? { get }

  /// The same source, asked for the rows that match a text; all its rows if it does not search.
  func searching(for text: String) -> Self

  /// The checksum of the bytes so far; `nil` if it is not computed, or if the bytes can differ for the same rows.
  var checksum: String? { get async }

  /// Ends processes and requests that reading has started.
  func close() async
}

extension RowSource {
  package var givesRevisions: Bool { false }
  package var lineForm: LineForm? { nil }
  package var canStartOver: Bool { true }
  package var isPaged: Bool { false }
  package func filtered(by filter: NameFilter) -> Self { self }
  package func beginning(in order: NameOrder) -> Self { self }
  package func ordered(by order: NameOrder) async throws -> Self { self }
  package var orderColumn: OrderColumn? { nil }
  package func searching(for text: String) -> Self { self }
  package var checksum: String? { get async { nil } }
  package func close() async {}

  package var isStoredList: Bool { scope == .keptList }

  /// Whether its rows have IDs or flags, so that the stored flags of each row must be read.
  var tellsRows: Bool {
    if case .source(_?) = scope { true } else { false }
  }

  var erased: AnyPageSource<RowBatch> { AnyPageSource(self) }

  /// Runs `body` and then closes the source, so that no helper process is left.
  package func whileOpen<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      let result = try await body()
      await close()
      return result
    } catch {
      await close()
      throw error
    }
  }
}

extension LinePages: RowSource {
  package var scope: FlagTable.Scope { .source(hasIdentities ? ColumnChoice.source : nil) }
  package var givesRevisions: Bool { hasRevisions }
  package func ordered(by order: NameOrder) throws -> LinePages {
    guard case .column(let title, _) = order.rows else { return self }
    return try ordered(byColumn: title)
  }
}

extension HelperPages: RowSource {
  package func ordered(by order: NameOrder) throws -> HelperPages {
    guard case .column(let title, _) = order.rows else { return self }
    return try ordered(byColumn: title)
  }
  package var scope: FlagTable.Scope { .source(identity) }
  package var givesRevisions: Bool { true }
  package var isPaged: Bool { true }
  package func searching(for text: String) -> HelperPages { looking(for: text) }
}
