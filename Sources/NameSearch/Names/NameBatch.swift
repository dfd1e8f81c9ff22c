/// Validated names in the order they arrived, to be added to an index.
///
/// The names are in one buffer; a `Name` is made only on request.
public struct NameBatch: Sendable {
  private(set) var texts = TextColumn()
  private(set) var originals = SparseColumn()

  /// The bytes of lines that differ from their original names.
  private(set) var lines = SparseColumn()
  private(set) var sourceIDs = SparseColumn()

  /// The details and the section values of the names.
  private(set) var details = SparseColumn()
  private(set) var sections = ValueColumn()

  /// The revisions of the rows.
  private(set) var revisions = SparseColumn()

  /// The positions of the rows in their source: of all rows, or of no row.
  private(set) var positions: [UInt32] = []

  /// The column by which the rows are ordered, if it is known; their values are in `orderValues`.
  package private(set) var orderColumn: OrderColumn?
  private(set) var orderValues = SparseColumn()

  package private(set) var isASCII = true

  /// The number of names when they were sorted; if names have been added since, the batch is not sorted.
  private var sortedCount = 0

  /// The number of names that were dropped in sorting, because others are equal.
  private(set) var droppedCount = 0

  /// Whether the positions count only the names of this batch.
  private var hasOwnPositions = false

  /// Whether the names are distinct and in the order of an index.
  package var isSorted: Bool { sortedCount > 0 && sortedCount == count }

  /// Whether it is long enough that ``NameIndex/presorted(_:)`` saves time later.
  package var isWorthPresorting: Bool { count >= 1 << 13 && !isSorted }

  package var titles = ColumnTitles()

  /// Makes an empty batch.
  public init() {}

  /// Makes an empty batch for rows with the same columns as another batch.
  init(columnsOf other: NameBatch) {
    (titles, orderColumn) = (other.titles, other.orderColumn)
  }

  /// Makes a batch of names, in linear time.
  public init(_ names: some Sequence<Name>) {
    for name in names { append(name) }
  }

  /// The number of names, duplicates included, in O(1).
  public var count: Int { texts.count }

  /// Whether there are no names.
  public var isEmpty: Bool { texts.count == 0 }

  /// Whether a name has a source ID, in O(1).
  package var hasSourceIDs: Bool { !sourceIDs.isEmpty }

  /// Whether its rows have no texts besides names in NFC.
  package var hasOnlyNames: Bool {
    originals.isEmpty && sourceIDs.isEmpty && details.isEmpty && sections.isEmpty
      && revisions.isEmpty
  }

  /// The titles for the values that rows have besides their names.
  package var words: ColumnTitles {
    let words = ColumnTitles.words
    return ColumnTitles(
      id: hasSourceIDs ? words.id : [], section: sections.isEmpty ? nil : words.section,
      revision: revisions.isEmpty ? nil : words.revision,
      detail: details.isEmpty ? nil : words.detail)
  }

  /// The length of all names together, in bytes of UTF-8 in NFC.
  public var byteCount: Int { texts.byteCount }

  /// Makes a batch of texts that are valid names.
  init(_ texts: TextColumn, isASCII: Bool) {
    self.texts = texts
    self.isASCII = isASCII
  }

  /// The rows of a table; with `bySection`, including their section values.
  init(_ table: NameTable, bySection: Bool) {
    texts = table.texts
    originals = table.originals
    lines = table.lines
    sourceIDs = table.sourceIDs
    details = table.details
    revisions = table.revisions
    orderValues = table.orderValues
    isASCII = table.exotics.isEmpty
    positions = table.positions.withUnsafeBufferPointer { Array($0) }
    if bySection {
      sections = ValueColumn(
        table.sections.lazy.map { (value: $0.key.value, count: $0.rows.count) })
    }
  }

  /// The rows of a table except `gone`, which is ascending.
  init(_ table: NameTable, without gone: [Int], bySection: Bool) {
    let all = NameBatch(table, bySection: bySection)
    self.init()
    var rest = gone[...]
    for row in 0..<table.count {
      if rest.first == row {
        rest.removeFirst()
      } else {
        append(row, of: all)
      }
    }
  }

  /// Makes a batch of the sorted names of a single batch.
  ///
  /// - Throws: ``ListTooLong``.
  init(_ sorted: SortedNames) throws(ListTooLong) {
    let batch = sorted.batches[0]
    let all = [0..<sorted.count]
    self.init(columnsOf: batch)
    texts = try TextColumn(copying: sorted, in: all)
    originals = try sorted.strings(of: \.originals, in: all)
    lines = try sorted.strings(of: \.lines, in: all)
    sourceIDs = try sorted.strings(of: \.sourceIDs, in: all)
    details = try sorted.strings(of: \.details, in: all)
    revisions = try sorted.strings(of: \.revisions, in: all)
    orderValues = try sorted.strings(of: \.orderValues, in: all)
    if !batch.sections.isEmpty {
      sections = batch.sections.with(
        numbers: sorted.numbers([batch.sections.numbers], otherwise: 0))
    }
    if !batch.positions.isEmpty { positions = sorted.positions }
    (isASCII, hasOwnPositions) = (batch.isASCII, batch.hasOwnPositions)
    (sortedCount, droppedCount) = (sorted.count, sorted.duplicateCount)
  }

  /// Gives the rows positions that count only this batch, unless they have any.
  mutating func numberAlone() {
    guard positions.isEmpty else { return }
    positions = (0..<count).map { UInt32($0) }
    hasOwnPositions = true
  }

  /// Adds a name and its texts at the end, in linear time.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - detail: More text about the row, which is trimmed, and repaired where a name would be refused.
  ///   - section: The row's section by the rule ``NameOrder/SectionRule/column``; likewise.
  ///   - revision: What identifies the state of the row, which is kept as it is.
  /// - Returns: What had to be done to the detail or the section.
  @discardableResult
  public mutating func append(
    _ name: Name, detail: String? = nil, section: String? = nil, revision: String? = nil
  ) -> TextMending {
    defer {
      if let revision { setLastRevision(revision) }
      if let number = name.number { setLastPosition(Int64(number)) }
    }
    var (detail, section) = (detail ?? "", section ?? "")
    return detail.withUTF8 { detail in
      section.withUTF8 { section in
        append(
          name, detail: UnsafeRawBufferPointer(detail), section: UnsafeRawBufferPointer(section))
      }
    }
  }

  /// Sets the revision of the row that was added last; an empty text sets none.
  public mutating func setLastRevision(_ revision: String) {
    if !revision.isEmpty { revisions.append([UInt8](revision.utf8), at: count - 1) }
  }

  /// Sets the value by which the row that was added last is ordered.
  package mutating func setLastOrderValue(_ value: String, in column: OrderColumn) {
    orderColumn = column
    if !value.isEmpty { orderValues.append([UInt8](value.utf8), at: count - 1) }
  }

  /// Has the last rows, from a place on, ordered by a column; they must have no values yet.
  ///
  /// Call it before these rows join rows of an input with other columns.
  package mutating func order(by column: OrderColumn?, from start: Int = 0) {
    guard let column else { return }
    orderColumn = column
    for place in start..<count {
      let value = column.value(
        of: self[place], fields: fields(at: place), section: section(at: place),
        revision: revision(at: place))
      if !value.isEmpty { orderValues.append([UInt8](value.utf8), at: place) }
    }
  }

  /// Sets the position of the row that was added last; without one, the row comes after all others.
  package mutating func setLastPosition(_ position: Int64?) {
    guard let position else { return }
    let told = UInt32(clamping: position)
    fillPositions(upTo: count - 1)
    positions.append(told)
  }

  /// The position of the row at a place; `nil` if it has none.
  package func position(at place: Int) -> Int64? {
    place < positions.count && positions[place] < .max ? Int64(positions[place]) : nil
  }

  /// The highest position of a row; `nil` if none has one.
  package var lastPosition: Int64? { positions.lazy.filter { $0 < .max }.max().map(Int64.init) }

  /// Gives the rows positions from a number on, unless they have positions; a returning row gets
  /// its former position.
  ///
  /// - Returns: The position after all rows, including those that were dropped.
  mutating func number(from first: UInt32, formerly former: [Name: UInt32]) -> UInt32 {
    if hasOwnPositions {
      hasOwnPositions = false
      for place in positions.indices { positions[place] &+= first }
    } else {
      guard positions.isEmpty else { return UInt32(clamping: (lastPosition ?? -1) + 1) }
      positions = (0..<count).map { first &+ UInt32($0) }
    }
    if !former.isEmpty {
      for place in 0..<count { positions[place] = former[self[place]] ?? positions[place] }
    }
    return first &+ UInt32(count + droppedCount)
  }

  private mutating func fillPositions(upTo count: Int) {
    guard positions.count < count else { return }
    positions.append(contentsOf: repeatElement(.max, count: count - positions.count))
  }

  /// Adds a name and its texts at the end as raw bytes, in linear time.
  ///
  /// - Returns: What had to be done to the detail or the section.
  public mutating func append(
    _ name: Name, detail: UnsafeRawBufferPointer, section: UnsafeRawBufferPointer
  ) -> TextMending {
    let place = count
    let isAsItCame = name.original.utf8.elementsEqual(name.text.utf8)
    if !isAsItCame { originals.append([UInt8](name.original.utf8), at: place) }
    if let id = name.sourceID { sourceIDs.append([UInt8](id.utf8), at: place) }
    let text = [UInt8](name.text.utf8)
    isASCII = isASCII && text.allSatisfy { $0 < 0x80 }
    texts.append(text)
    return append(detail: detail, section: section, at: place)
  }

  /// Validates raw bytes without a line break, in linear time, and adds them as a name at the end.
  ///
  /// - Throws: ``NameError``; the batch is then unchanged.
  public mutating func append(validating bytes: UnsafeRawBufferPointer) throws(NameError) {
    let checked = try CheckedBytes(bytes)
    let original = UnsafeRawBufferPointer(rebasing: bytes[checked.range])
    isASCII = isASCII && checked.isASCII
    if let normalized = checked.normalized {
      originals.append([UInt8](original), at: count)
      texts.append(normalized)
    } else {
      texts.append(original)
    }
  }

  /// Adds raw bytes as a name at the end, as `append(validating:)` does, and its texts.
  ///
  /// - Parameters:
  ///   - bytes: The name.
  ///   - detail: More text about the row; of a text that is empty or white space, nothing is kept.
  ///   - section: The row's section, or an empty text.
  /// - Returns: What had to be done to the detail or the section.
  /// - Throws: ``NameError``; the batch is then unchanged.
  public mutating func append(
    validating bytes: UnsafeRawBufferPointer, detail: UnsafeRawBufferPointer,
    section: UnsafeRawBufferPointer
  ) throws(NameError) -> TextMending {
    try append(validating: bytes)
    return append(detail: detail, section: section, at: count - 1)
  }

  /// Adds a line as a row at the end, whatever its bytes are, without losing any of them.
  ///
  /// - Parameters:
  ///   - line: The bytes.
  ///   - shown: The text to show; bytes that are not UTF-8 are replaced, and a long text is cut.
  ///   - searched: The text to search, likewise.
  package mutating func append(
    line: UnsafeRawBufferPointer, shown: UnsafeRawBufferPointer, searched: UnsafeRawBufferPointer
  ) {
    let place = count
    let text = LineText(searched)
    isASCII = isASCII && text.isASCII
    text.withBytes(of: searched) { texts.append($0) }
    let isSame = shown.baseAddress == searched.baseAddress && shown.count == searched.count
    let original = isSame ? text : LineText(shown)
    original.withShown(of: shown) { shown in
      if texts.withBytes(at: place, { $0.order(against: shown) }) != 0 {
        originals.append(shown, at: place)
      }
      if line.order(against: shown) != 0 { lines.append(line, at: place) }
    }
  }

  /// The name at a place in order of arrival, from zero.
  ///
  /// - Complexity: O(log *k*) for *k* names that were not given in NFC or have a source ID.
  public subscript(place: Int) -> Name {
    let text = texts.string(at: place)
    return Name(
      text: text, original: originals.string(at: place) ?? text,
      sourceID: sourceIDs.string(at: place))
  }

  /// Passes the bytes of the name at a place as they arrived, without making a `Name`.
  public func withOriginal<Result, Failure: Error>(
    at place: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try originals.withBytes(at: place, orOf: texts, body)
  }

  /// Passes all bytes of the line at a place to `body`; for a name from a column, those of the name.
  package func withLine<Result, Failure: Error>(
    at place: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let line = lines.index(of: place) { return try lines.strings.withBytes(at: line, body) }
    return try withOriginal(at: place, body)
  }

  /// The detail of the name at a place, in NFC; `nil` if there is none.
  public func detail(at place: Int) -> String? { fields(at: place).map { Fields.detail(of: $0) } }

  /// All columns without a role, in the form of ``Fields``.
  package func fields(at place: Int) -> String? { details.string(at: place) }

  /// The value of the section column for the name at a place, in NFC; `nil` for a name without one.
  public func section(at place: Int) -> String? { sections.string(at: place) }

  /// The revision of the row at a place; `nil` if it has none.
  package func revision(at place: Int) -> String? { revisions.string(at: place) }

  private mutating func append(
    detail: UnsafeRawBufferPointer, section: UnsafeRawBufferPointer, at place: Int
  ) -> TextMending {
    append(detail: detail, at: place).union(append(section: section, at: place))
  }

  private mutating func append(detail: UnsafeRawBufferPointer, at place: Int) -> TextMending {
    let checked = MendedBytes(detail)
    if checked.range.isEmpty { return [] }
    if let mended = checked.mended {
      details.append(mended, at: place)
    } else {
      details.append(UnsafeRawBufferPointer(rebasing: detail[checked.range]), at: place)
    }
    return checked.mending
  }

  private mutating func append(section: UnsafeRawBufferPointer, at place: Int) -> TextMending {
    let checked = MendedBytes(section)
    if checked.range.isEmpty { return [] }
    if let mended = checked.mended {
      mended.withUnsafeBytes { sections.append($0, at: place) }
    } else {
      sections.append(UnsafeRawBufferPointer(rebasing: section[checked.range]), at: place)
    }
    return checked.mending
  }
}

// MARK: Names of other batches

extension NameBatch {
  /// Whether all names of another batch can be added: no batch may have more than 4 GiB of names,
  /// or of details.
  public func hasRoom(for other: NameBatch) -> Bool {
    texts.hasRoom(for: other.texts) && details.strings.hasRoom(for: other.details.strings)
      && sections.hasRoom(for: other.sections) && lines.strings.hasRoom(for: other.lines.strings)
      && orderValues.strings.hasRoom(for: other.orderValues.strings)
  }

  /// Adds all names of another batch at the end, in linear time.
  ///
  /// - Precondition: ``hasRoom(for:)``.
  public mutating func append(contentsOf other: NameBatch) {
    let other = other.aligned(to: titles.details)
    var united = titles.otherwise(other.titles)
    if !other.titles.details.isEmpty { united.details = other.titles.details }
    let orderColumn = orderColumn ?? other.orderColumn
    defer { (titles, self.orderColumn) = (united, orderColumn) }
    if isEmpty {
      self = other
      return
    }
    append(places: 0..<other.count, of: other)
    sections.append(contentsOf: other.sections, at: count)
    texts.append(contentsOf: other.texts)
    isASCII = isASCII && other.isASCII
  }

  /// Adds the name at a place of another batch, with its texts.
  mutating func append(_ place: Int, of other: NameBatch) {
    append(places: place..<(place + 1), of: other)
    sections.append(place, of: other.sections, at: count)
    other.texts.withBytes(at: place) { text in
      isASCII = isASCII && (other.isASCII || text.isASCII)
      texts.append(text)
    }
  }

  private mutating func append(places: Range<Int>, of other: NameBatch) {
    originals.append(places, of: other.originals, at: count)
    lines.append(places, of: other.lines, at: count)
    sourceIDs.append(places, of: other.sourceIDs, at: count)
    details.append(places, of: other.details, at: count)
    if !other.positions.isEmpty || !positions.isEmpty {
      fillPositions(upTo: count)
      let told = other.positions[min(places.lowerBound, other.positions.count)...]
      positions += told.prefix(places.count)
      fillPositions(upTo: count + places.count)
    }
    revisions.append(places, of: other.revisions, at: count)
    orderValues.append(places, of: other.orderValues, at: count)
  }
}

extension NameBatch {
  /// The same rows, with their details in the columns of a list, followed by columns that the list
  /// does not have.
  ///
  /// - Complexity: O(1) if the columns are in place already, else linear.
  package func aligned(to titles: [String]) -> NameBatch {
    if self.titles.details.isEmpty { return self }
    let (united, places) = Fields.united(titles, with: self.titles.details)
    var batch = self
    batch.titles.details = united
    if places == Array(places.indices) { return batch }
    if case .detail(let column) = orderColumn, column < places.count {
      batch.orderColumn = .detail(places[column])
    }
    batch.details = SparseColumn()
    for place in 0..<count {
      guard let fields = fields(at: place) else { continue }
      batch.details.append([UInt8](Fields.moved(fields, to: places).utf8), at: place)
    }
    return batch
  }
}
