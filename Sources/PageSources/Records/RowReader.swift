import NameSearch

/// Reads rows of columns as names, each with what is in its other columns.
///
/// The detail is what the columns without another purpose say, in their order, with two spaces
/// between. A row that has more or fewer columns than the first one is taken as far as it goes.
struct RowReader {
  private let choice: ColumnChoice
  private let input: String
  private let location: String?
  private let filter: NameFilter?

  /// Known from the first record on.
  private var columns: (places: ColumnPlaces, count: Int)?

  /// The identities of all rows so far.
  var ids: NumberedTexts

  /// Reused for each row.
  private var texts = Texts()

  private struct Texts {
    var name: [UInt8] = []
    var id: [UInt8] = []
    var detail: [UInt8] = []
    var section: [UInt8] = []
  }

  init(
    _ choice: ColumnChoice, input: String, location: String?, filter: NameFilter?,
    ids: NumberedTexts
  ) {
    self.choice = choice
    self.input = input
    self.location = location
    self.filter = filter
    self.ids = ids
  }

  mutating func read(
    _ stretch: RecordStretch, into lines: inout NameLines
  ) throws(PageSourceError) {
    var records = 0..<stretch.count
    let columns: (places: ColumnPlaces, count: Int)
    if let known = self.columns {
      columns = known
    } else {
      columns = try firstColumns(of: stretch)
      self.columns = columns
      if choice.form.hasHeader { records = 1..<stretch.count }
    }
    guard let filter else {
      for record in records { read(record, of: stretch, columns, into: &lines) }
      return
    }
    var some = NameLines()
    let candidates = RowCandidates(
      of: records, in: stretch, columns.places, columnCount: columns.count,
      isSplitAtWords: choice.form.separatesWords, filter)
    for record in records {
      if candidates.contain(record) {
        read(record, of: stretch, columns, into: &some)
      } else {
        some.nameCount += 1
      }
    }
    lines.add(some, filter)
  }

  private func firstColumns(
    of stretch: RecordStretch
  ) throws(PageSourceError) -> (places: ColumnPlaces, count: Int) {
    let fields = stretch.fields(of: 0)
    var titles: [String]?
    if choice.form.hasHeader {
      titles = fields.map { field in
        var text: [UInt8] = []
        stretch.append(stretch.field(field, of: 0), to: &text)
        return String(decoding: text.trimmed, as: UTF8.self)
      }
    }
    return (try ColumnPlaces(of: choice, among: titles, in: input), fields.count)
  }

  private mutating func read(
    _ record: Int, of stretch: RecordStretch,
    _ columns: (places: ColumnPlaces, count: Int), into lines: inout NameLines
  ) {
    let places = columns.places
    texts.name.removeAll(keepingCapacity: true)
    texts.id.removeAll(keepingCapacity: true)
    texts.detail.removeAll(keepingCapacity: true)
    texts.section.removeAll(keepingCapacity: true)
    let fields = stretch.fields(of: record)
    for (place, number) in fields.enumerated() {
      let field = stretch.field(number, of: record)
      if place == places.name { stretch.append(field, to: &texts.name) }
      if place == places.id { stretch.append(field, to: &texts.id) }
      if place == places.section { stretch.append(field, to: &texts.section) }
      if places.isInDetail(place) { append(field, of: stretch) }
    }
    do {
      let mending = try append(to: &lines.names)
      lines.nameCount += 1
      if fields.count != columns.count { add(.uneven, record, stretch, to: &lines) }
      if mending.contains(.cut) { add(.longDetail, record, stretch, to: &lines) }
      if mending.contains(.replaced) { add(.mendedDetail, record, stretch, to: &lines) }
    } catch {
      add(error, record, stretch, to: &lines)
    }
  }

  /// Appends a field to the detail unless it is empty.
  private mutating func append(_ field: RecordStretch.Field, of stretch: RecordStretch) {
    let before = texts.detail.count
    if before > 0 { texts.detail += [0x20, 0x20] }
    let start = texts.detail.count
    stretch.append(field, to: &texts.detail)
    let said = texts.detail[start...].trimmed
    texts.detail.removeLast(texts.detail.count - said.endIndex)
    if said.isEmpty {
      texts.detail.removeLast(texts.detail.count - before)
    } else if said.startIndex > start {
      texts.detail.removeSubrange(start..<said.startIndex)
    }
  }

  /// Appends the row in `texts`.
  ///
  /// - Throws: What the row is left out for.
  private mutating func append(to names: inout NameBatch) throws(LineReport.Fault) -> TextMending {
    let texts = texts
    return try texts.name.withUnsafeBufferPointer { (name) throws(LineReport.Fault) in
      let name = UnsafeRawBufferPointer(name)
      return try texts.detail.withUnsafeBufferPointer { (detail) throws(LineReport.Fault) in
        let detail = UnsafeRawBufferPointer(detail)
        return try texts.section.withUnsafeBufferPointer { (section) throws(LineReport.Fault) in
          let section = UnsafeRawBufferPointer(section)
          let known: (name: Name, id: String)?
          do throws(NameError) {
            known = try self.known(name, by: texts.id.trimmed)
            if known == nil {
              return try names.append(validating: name, detail: detail, section: section)
            }
          } catch {
            throw LineReport.Fault(error)
          }
          guard let known, ids.insert(known.id) else { throw LineReport.Fault.repeatedID }
          return names.append(known.name, detail: detail, section: section)
        }
      }
    }
  }

  /// The name of a row with an identity; `nil` if that is empty or too long.
  private func known(
    _ name: UnsafeRawBufferPointer, by id: ArraySlice<UInt8>
  ) throws(NameError) -> (name: Name, id: String)? {
    if id.isEmpty { return nil }
    let name = try Name(validating: name)
    let id = String(decoding: id, as: UTF8.self)
    guard let known = try? name.known(by: id, in: ColumnChoice.source) else { return nil }
    return known.sourceID.map { (known, $0) }
  }

  private func add(
    _ fault: LineReport.Fault, _ record: Int, _ stretch: RecordStretch, to lines: inout NameLines
  ) {
    lines.report.add(
      fault, at: LineReport.Location(input: location, line: stretch.line(of: record)))
  }
}

extension UInt8 {
  /// Whether it is white space of ASCII.
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The bytes without white space of ASCII around them.
  fileprivate var trimmed: SubSequence {
    let rest = drop(while: \.isSpace)
    let end = rest.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? rest.startIndex
    return rest[..<end]
  }
}
