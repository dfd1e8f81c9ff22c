import ListModel
import NameSearch
import Substrings

/// Reads rows of columns as names, each with its detail.
///
/// The detail consists of the columns without another role, in their order, in the form of
/// `Fields`. A row may have more or fewer columns than the first one.
struct RowReader {
  private let choice: ColumnChoice
  private let input: String
  private let location: String?
  private let filter: NameFilter?

  /// Known after the first record.
  private var columns: (places: ColumnPlaces, count: Int)?

  private var titles = ColumnTitles()

  /// Reused for each row.
  private var texts = Texts()

  /// Whether `texts.detail` has a column of the present record.
  private var hasField = false

  private static let separator = UInt8(ascii: Fields.separator)

  /// A buffer for the detail of a record of `plainLength` bytes.
  private var gathering = [UInt8](repeating: 0, count: 2 * plainLength + 2)

  /// Longer records are rare, and their details may have to be cut, so they are read in the general way.
  private static let plainLength = Name.maximumBytes

  private struct Texts {
    var name: [UInt8] = []
    var id: [UInt8] = []
    var detail: [UInt8] = []
    var section: [UInt8] = []
    var revision: [UInt8] = []
  }

  init(
    _ choice: ColumnChoice, input: String, location: String?, filter: NameFilter?
  ) {
    self.choice = choice
    self.input = input
    self.location = location
    self.filter = filter
  }

  mutating func read(
    _ stretch: RecordStretch, into lines: inout RowBatch
  ) throws(PageSourceError) {
    var records = 0..<stretch.count
    let columns: (places: ColumnPlaces, count: Int)
    if let known = self.columns {
      columns = known
    } else {
      let titles: [String]?
      (columns, titles) = try firstColumns(of: stretch)
      self.columns = columns
      self.titles = columns.places.titles(
        of: Fields.distinct(
          (0..<columns.count).map { place in
            let title = titles?[place].replacing(text: String(Fields.separator), by: " ") ?? ""
            return (title, place + 1)
          }))
      if choice.form.hasHeader { records = 1..<stretch.count }
    }
    // The rows before may belong to a file with other columns.
    let isOfSameColumns = lines.names.isEmpty || lines.names.titles == titles
    if filter == nil, isOfSameColumns {
      lines.names.titles = titles
      let start = lines.names.count
      for record in records { read(record, of: stretch, columns, into: &lines) }
      lines.names.order(by: columns.places.order, from: start)
      return
    }
    var all = RowBatch()
    all.names.titles = titles
    for record in records { read(record, of: stretch, columns, into: &all) }
    all.names.order(by: columns.places.order)
    lines.append(all, filter: filter)
  }

  private func firstColumns(
    of stretch: RecordStretch
  ) throws(PageSourceError) -> (columns: (places: ColumnPlaces, count: Int), titles: [String]?) {
    let fields = stretch.fields(of: 0)
    var titles: [String]?
    if choice.form.hasHeader {
      titles = fields.map { field in
        var text: [UInt8] = []
        stretch.append(stretch.field(field, of: 0), to: &text)
        return String(decoding: text.trimmed, as: UTF8.self)
      }
    }
    let places = try ColumnPlaces(of: choice, among: titles, count: fields.count, in: input)
    return ((places, fields.count), titles)
  }

  private mutating func read(
    _ record: Int, of stretch: RecordStretch,
    _ columns: (places: ColumnPlaces, count: Int), into lines: inout RowBatch
  ) {
    let places = columns.places
    if places.id.isEmpty, places.revision == nil,
      readPlain(record, of: stretch, columns, into: &lines)
    {
      return
    }
    texts.name.removeAll(keepingCapacity: true)
    texts.id.removeAll(keepingCapacity: true)
    texts.detail.removeAll(keepingCapacity: true)
    hasField = false
    texts.section.removeAll(keepingCapacity: true)
    texts.revision.removeAll(keepingCapacity: true)
    let fields = stretch.fields(of: record)
    for (place, number) in fields.enumerated() {
      let field = stretch.field(number, of: record)
      if place == places.name { stretch.append(field, to: &texts.name) }
      if place == places.section { stretch.append(field, to: &texts.section) }
      if place == places.revision { stretch.append(field, to: &texts.revision) }
      if places.isInDetail(place) { append(field, of: stretch) }
    }
    readID(of: record, in: stretch, places.id)
    texts.detail.removeLast(texts.detail.reversed().prefix { $0 == Self.separator }.count)
    do {
      let mending = try append(to: &lines.names)
      lines.count += 1
      if fields.count != columns.count { add(.uneven, record, stretch, to: &lines) }
      if mending.contains(.cut) { add(.longDetail, record, stretch, to: &lines) }
      if mending.contains(.replaced) { add(.mendedDetail, record, stretch, to: &lines) }
    } catch {
      add(error, record, stretch, to: &lines)
    }
  }

  /// Reads an ordinary record directly from the text; false if it is not ordinary.
  private mutating func readPlain(
    _ record: Int, of stretch: RecordStretch,
    _ columns: (places: ColumnPlaces, count: Int), into lines: inout RowBatch
  ) -> Bool {
    let (fields, end) = (stretch.fields(of: record), stretch.end(of: record))
    guard stretch.isPlain, fields.count == columns.count,
      case let start = stretch.start(of: record), end - start <= Self.plainLength,
      !stretch.text[start..<end].contains(Self.separator)
    else { return false }
    let empty = end..<end
    var (name, detail, section) = (empty, empty, empty)
    // The number of separators to write before the next column that is not empty.
    var (gathered, owed) = (0, -1)
    return gathering.withUnsafeMutableBufferPointer { target in
      for (place, number) in fields.enumerated() {
        guard let range = stretch.plainRange(ofField: number, of: record) else { return false }
        if place == columns.places.name { name = range }
        if place == columns.places.section { section = range }
        guard columns.places.isInDetail(place) else { continue }
        owed += 1
        if range.isEmpty { continue }
        if gathered == 0, detail.isEmpty, owed == 0 {
          detail = range
          continue
        }
        if gathered == 0, !detail.isEmpty {
          gathered = target.fill(from: stretch.text[detail], at: 0)
        }
        // The record has at least this many separators, so there is room.
        for _ in 0..<owed {
          target[gathered] = Self.separator
          gathered += 1
        }
        owed = 0
        gathered = target.fill(from: stretch.text[range], at: gathered)
      }
      if gathered > Name.maximumBytes { return false }
      let text =
        gathered > 0
        ? UnsafeRawBufferPointer(
          UnsafeBufferPointer(rebasing: UnsafeBufferPointer(target)[..<gathered]))
        : UnsafeRawBufferPointer(rebasing: stretch.text[detail])
      let mending = try? lines.names.append(
        validating: UnsafeRawBufferPointer(rebasing: stretch.text[name]), detail: text,
        section: UnsafeRawBufferPointer(rebasing: stretch.text[section]))
      lines.count += mending == nil ? 0 : 1
      return mending != nil
    }
  }

  /// Reads the ID of a record: the value of one column, or the values of several as a CSV record.
  private mutating func readID(of record: Int, in stretch: RecordStretch, _ places: [Int]) {
    let fields = stretch.fields(of: record)
    func append(_ place: Int, to text: inout [UInt8]) {
      guard place < fields.count else { return }
      stretch.append(stretch.field(fields.lowerBound + place, of: record), to: &text)
    }
    // The usual case of one column needs no array.
    if places.count == 1 { return append(places[0], to: &texts.id) }
    let values = places.map { place in
      var value: [UInt8] = []
      append(place, to: &value)
      return value.trimmed
    }
    if values.allSatisfy(\.isEmpty) { return }
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    for (number, value) in values.enumerated() {
      if number > 0 { texts.id.append(comma) }
      guard value.contains(where: [comma, quote, 0x0A, 0x0D].contains) else {
        texts.id += value
        continue
      }
      texts.id += [quote] + value.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }
  }

  /// Appends a field to the detail, without white space around it.
  private mutating func append(_ field: RecordStretch.Field, of stretch: RecordStretch) {
    if hasField { texts.detail.append(Self.separator) }
    hasField = true
    let start = texts.detail.count
    stretch.append(field, to: &texts.detail)
    let said = texts.detail[start...].trimmed
    texts.detail.removeLast(texts.detail.count - said.endIndex)
    for place in said.indices where texts.detail[place] == Self.separator {
      texts.detail[place] = 0x20
    }
    if said.startIndex > start { texts.detail.removeSubrange(start..<said.startIndex) }
  }

  /// Appends the row in `texts`.
  ///
  /// - Throws: Why the row is skipped.
  private mutating func append(to names: inout NameBatch) throws(LineReport.Fault) -> TextMending {
    let texts = texts
    return try texts.name.withUnsafeBufferPointer { (name) throws(LineReport.Fault) in
      let name = UnsafeRawBufferPointer(name)
      return try texts.detail.withUnsafeBufferPointer { (detail) throws(LineReport.Fault) in
        let detail = UnsafeRawBufferPointer(detail)
        return try texts.section.withUnsafeBufferPointer { (section) throws(LineReport.Fault) in
          let section = UnsafeRawBufferPointer(section)
          do throws(NameError) {
            // Replacing invalid bytes would make one revision of two, and a decision about one count for both.
            guard let revision = String(validating: texts.revision.trimmed, as: UTF8.self) else {
              throw .invalidUTF8
            }
            let mending =
              if let known = try self.known(name, by: texts.id.trimmed) {
                names.append(known, detail: detail, section: section)
              } else {
                try names.append(validating: name, detail: detail, section: section)
              }
            names.setLastRevision(revision)
            return mending
          } catch {
            throw LineReport.Fault(error)
          }
        }
      }
    }
  }

  /// The name of a row with an ID; `nil` if the ID is empty.
  private func known(
    _ name: UnsafeRawBufferPointer, by id: ArraySlice<UInt8>
  ) throws(NameError) -> Name? {
    if id.isEmpty { return nil }
    let name = try Name(validating: name)
    // Replacing invalid bytes would make one row of two with different IDs.
    guard let id = String(validating: id, as: UTF8.self) else { throw .invalidUTF8 }
    return try name.known(by: id, in: ColumnChoice.source)
  }

  private func add(
    _ fault: LineReport.Fault, _ record: Int, _ stretch: RecordStretch, to lines: inout RowBatch
  ) {
    lines.report.add(
      fault, at: LineReport.Location(input: location, line: stretch.line(of: record)))
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The bytes without leading and trailing ASCII white space.
  fileprivate var trimmed: SubSequence {
    let rest = drop(while: \.isSpaceOfASCII)
    let end = rest.lastIndex { !$0.isSpaceOfASCII }.map { $0 + 1 } ?? rest.startIndex
    return rest[..<end]
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Copies bytes to an offset, and returns where they end.
  @inline(__always)
  fileprivate func fill(from bytes: Slice<UnsafeRawBufferPointer>, at offset: Int) -> Int {
    let end = offset + bytes.count
    let target = UnsafeMutableRawBufferPointer(
      UnsafeMutableBufferPointer(rebasing: self[offset..<end]))
    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
    return end
  }
}
