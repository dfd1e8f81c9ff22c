package import ListModel
package import NameSearch
package import TargetStore
import TerminalText

/// A command's query for rows of a source, without a screen: for all rows together, or as they arrive.
package struct RowQuery: Sendable {
  package var query: NameQuery
  package var show: Show

  /// The wanted verdicts; `nil` for all rows.
  package var verdicts: VerdictWords?
  package var order: NameOrder

  /// Whether sections are needed, and not only the order.
  package var needsTitles = true

  /// The store with the flags of the rows.
  package var store: TargetStore
  package var list: ListName

  /// Whether skipped lines are an error.
  package var isStrict = false

  /// The longest time to read a source that is requested page by page.
  package var timeLimit: Duration?

  /// Whether names that do not match are counted as well.
  package var countsAll = false

  package init(
    _ query: NameQuery = NameQuery(""), show: Show = .all, order: NameOrder = NameOrder(),
    of list: ListName, in store: TargetStore
  ) {
    self.query = query
    self.show = show
    self.order = order
    self.list = list
    self.store = store
  }

  /// All matching rows, in sections.
  package struct Answer: Sendable {
    package var listing: Listing

    /// Whether the list is long and has no snapshot, or an outdated one.
    package var missesSnapshot = false

    /// Whether the list of the store has no rows at all.
    package var isOfEmptyList = false

    /// Whether an input was read that has no rows at all.
    package var isOfEmptyInput = false

    /// The titles of the columns in the details; empty if unknown.
    package var columnTitles: [String] = []

    /// The number of skipped lines or rows.
    package var leftOutCount = 0
  }

  /// The notes of rows, if they are searched; they must be read before the names.
  private func notes() async throws -> [Name: Remark] {
    guard query.looksInDetails, !query.isEmpty else { return [:] }
    return try await store.remarks(in: list).filter { $0.value.note != nil }
  }

  /// The filter; with wanted verdicts, it only passes rows whose decision counts.
  private var shown: Show { verdicts == nil ? show : show.union(.decided) }

  /// The rows with the wanted verdicts; `nil` for all rows.
  private func named() async throws -> NamedRows? {
    guard let verdicts else { return nil }
    return try await store.rows(with: verdicts, in: list, countsElsewhere: true)
  }

  /// A filter that skips names before sorting, to save time; `nil` if all names are needed.
  private func filter(_ notes: [Name: Remark]) -> NameFilter? {
    query.isEmpty || countsAll || !notes.isEmpty ? nil : NameFilter(query)
  }

  // MARK: All at once

  /// Reads all rows of a source and searches them.
  ///
  /// - Parameters:
  ///   - source: The source to read.
  ///   - notice: Called with lines for the user, as soon as they are known.
  ///   - readDetails: Reads more about the rows of an input from the list, at the moment of their flags; called again
  ///     if others have edited the list meanwhile.
  /// - Returns: The rows in sections, and other facts about the list.
  /// - Throws: The errors of the source and of the store, and ``LoadError``.
  package func answer(
    from source: any RowSource, notice: (String) -> Void,
    readDetails: () async throws -> Void = {}
  ) async throws -> Answer {
    let source = try await source.ordered(by: order)
    // A helper that searches does not know the notes of a list.
    let notes = source.isPaged ? [:] : try await notes()
    let named = try await named()
    if source.isStoredList, let found = try await store.snapshot(of: list, in: order) {
      let listing = listing(found.index, found.flags, notes, named)
      if listing.isReadable {
        return Answer(
          listing: listing, missesSnapshot: found.isOutdated, isOfEmptyList: found.index.isEmpty,
          columnTitles: try await store.titles(of: list).details)
      }
      notice(ListSnapshot.damage(of: list.text))
    }
    let filter = filter(notes)
    let read = try await Reading(source, self, filter)
    let repeated = source.isPaged ? 0 : read.index.duplicateCount
    if let line = read.count.notice(of: source) { notice(line) }
    if repeated > 0 {
      notice("input: \(repeated.grouped) duplicate \(repeated.noun("row")) skipped")
    }
    if source.isStoredList { return try await answer(read, of: source, filter, notes, named) }
    // An input can be read only once.
    return try await store.atOneVersion(of: list) {
      let notes = source.isPaged ? [:] : try await self.notes()
      let answer = try await answer(read, of: source, filter, notes, try await self.named())
      try await readDetails()
      return answer
    }
  }

  /// Gives rows that were read the flags of the list.
  private func answer(
    _ read: Reading, of source: any RowSource, _ filter: NameFilter?, _ notes: [Name: Remark],
    _ named: NamedRows?
  ) async throws -> Answer {
    var flags = try await store.flagTable(in: list, for: source, read.index)
    if source.tellsRows {
      let rows =
        read.rows ?? (0..<read.index.count).map { Row(name: read.index.name(at: NameRow($0))) }
      flags.add(rows, kept: try await store.flags(of: rows.map(\.name), in: list))
    }
    return Answer(
      listing: listing(read.index, flags, notes, named, isSearched: read.isSearched),
      missesSnapshot: source.isStoredList && read.count.count >= SnapshotRequest.leastNames,
      isOfEmptyList: source.isStoredList && read.index.isEmpty && filter == nil,
      isOfEmptyInput: !source.isStoredList && read.count.count == 0,
      columnTitles: source.isStoredList
        ? try await store.titles(of: list).details : read.columnTitles,
      leftOutCount: read.count.report.leftOutCount)
  }

  /// The rows read from a source.
  private struct Reading {
    let index: NameIndex
    let count: RowCount
    let isSearched: Bool
    let columnTitles: [String]

    /// The rows of a source that gives flags.
    let rows: [Row]?

    init(_ source: any RowSource, _ query: RowQuery, _ filter: NameFilter?) async throws {
      var names = NameGathering(into: NameIndex(order: query.order))
      var count = RowCount()
      var (rows, isSearched, titles) = ([Row](), false, [String]())
      let source = filter.map { source.filtered(by: $0) } ?? source
      try await source.readRows(within: query.timeLimit) { page in
        let aligned = page.names.aligned(to: titles)
        if !aligned.titles.details.isEmpty { titles = aligned.titles.details }
        try names.add(aligned)
        count.add(page)
        if source.isPaged { rows += page.rows }
        isSearched = page.isSearched
      }
      columnTitles = titles
      try count.check(isStrict: query.isStrict)
      index = try names.finished(withTitles: query.needsTitles)
      (self.count, self.isSearched) = (count, isSearched)
      self.rows = source.isPaged ? rows : nil
    }
  }

  /// Searches the rows, unless the source has already done that.
  private func listing(
    _ index: NameIndex, _ flags: FlagTable, _ notes: [Name: Remark] = [:],
    _ named: NamedRows? = nil, isSearched: Bool = false
  ) -> Listing {
    listing(
      SearchRequest(
        index: index, query: isSearched ? NameQuery("") : query, show: shown, flags: flags,
        named: named, notes: notes.isEmpty ? nil : NoteTexts(notes, of: index)))
  }

  private func listing(_ request: SearchRequest) -> Listing {
    guard let listing = Listing(request) else {
      preconditionFailure("a search that nobody cancels has an answer")
    }
    return listing
  }

  /// The wanted rows among those of a wider query; reads nothing more from the source.
  package func listing(narrowing answer: Answer) async throws -> Listing {
    let read = answer.listing.request
    return listing(
      SearchRequest(
        index: read.index, query: read.query, show: shown, flags: read.flags,
        named: try await named(), notes: read.notes))
  }

  // MARK: As they come

  /// The matching rows of one page, in the order of the source.
  package struct Stream: Sendable {
    package let batch: RowBatch

    /// The places of the matching rows in the batch.
    package private(set) var places: [Int]

    /// The rows with their flags and sections in a list; `nil` if these are not needed.
    package let listing: Listing?

    /// The first matching rows; `nil` for all.
    package func prefix(_ limit: Int?) -> Self {
      var first = self
      if let limit { first.places = Array(places.prefix(limit)) }
      return first
    }
  }

  /// Passes matching rows to `body` page by page, without storing them.
  ///
  /// Repeated names are passed each time, unless the source is paged. Notes are not searched, and
  /// `body` must check `isStrict`.
  ///
  /// - Parameters:
  ///   - source: The source to read.
  ///   - tellsRows: Whether `body` needs flags and sections.
  ///   - body: Called with the rows of each page before the next one is read.
  /// - Throws: The errors of the source, of the store and of `body`, and ``LoadError``.
  package func stream(
    from source: any RowSource, tellsRows: Bool = false, _ body: (Stream) async throws -> Void
  ) async throws {
    let show = shown
    let tellsRows =
      tellsRows || source.tellsRows || source.givesRevisions && show != .all
    var flags: FlagTable?
    let named = try await named()
    if tellsRows || show != .all {
      flags = try await store.flagTable(in: list, for: source)
    }
    let source = query.isEmpty || source.isPaged ? source : source.filtered(by: NameFilter(query))
    try await source.readRows(within: timeLimit) { page in
      guard tellsRows else {
        let places = (0..<page.names.count).filter { place in
          (show == .all || show.accepts(flags?[page.names[place]] ?? page.flags[place]))
            && named?.contains(page.names[place]) ?? true
        }
        return try await body(Stream(batch: page, places: places, listing: nil))
      }
      var table = flags ?? FlagTable()
      let names = (0..<page.names.count).map { page.names[$0] }
      table.add(source.tellsRows ? page.rows : [], kept: try await store.flags(of: names, in: list))
      let index = NameIndex(order: order).adding(page.names)
      table.see(index)
      flags = table
      let found = listing(
        index, table, [:], named, isSearched: page.isSearched)
      let places = names.indices.filter { found.path(of: names[$0]) != nil }
      try await body(Stream(batch: page, places: places, listing: found))
    }
  }
}

/// The numbers of rows read from a source.
package struct RowCount: Sendable {
  /// The number of rows, including those that were filtered or repeated.
  package var count = 0
  package var report = LineReport()

  package init() {}

  package mutating func add(_ batch: RowBatch) {
    count += batch.count
    report.merge(batch.report)
  }

  /// Throws if lines were skipped in strict mode.
  package func check(isStrict: Bool) throws(LoadError) {
    if isStrict, !report.isEmpty { throw .leftOut(report) }
  }

  /// A line for the user about skipped lines, or about files or a pipe without any names.
  package func notice(of source: any RowSource) -> String? {
    if !report.isEmpty { return "input: \(report)" }
    let mayBeEmpty = source.isStoredList || source.isPaged || source.lineForm != nil
    return count == 0 && !mayBeEmpty ? "input: no names" : nil
  }
}

extension Listing {
  /// The maximum number of rows that are read one by one; for more, it is quicker to read the whole list.
  private static let mostRowsRead = 1_000

  /// Reads all parts of the index that printing needs; false if any part is damaged.
  fileprivate var isReadable: Bool {
    let index = matches.index
    if count > Self.mostRowsRead { return index.isWhole() }
    for section in sections { for target in section.items { _ = target.detail } }
    return !index.isDamaged
  }
}
