import ListModel
@testable import NameSearch
@testable import PageSources

/// The rows of records: a name, possibly an ID and a section, and the rest as the detail.
struct NaiveRows {
  struct Row: Equatable {
    var name: [UInt8]
    var id: String?
    var detail: String?
    var section: String?

    /// The name in NFC.
    var text: String { (try? name.withUnsafeBytes(Name.init(validating:)).text) ?? "" }

    var isOfOldUnicode: Bool { text.isOfOldUnicode && (detail ?? "").isOfOldUnicode }
  }

  private(set) var rows: [Row] = []
  private(set) var report = LineReport()

  /// The rows of records with the given columns, which are numbers from 0.
  init(_ records: [NaiveRecords.Record], columns: Int, name: Int, id: Int?, section: Int?) {
    for record in records {
      func field(_ place: Int?) -> [UInt8] {
        place.flatMap { record.fields.indices.contains($0) ? record.fields[$0] : nil } ?? []
      }
      let rest = record.fields.indices.filter { ![name, id, section].contains($0) }
        .map { Self.trimmed(record.fields[$0]) }.filter { !$0.isEmpty }
      let detail = Array(rest.joined(separator: [0x20, 0x20]))
      read(
        field(name), Self.trimmed(field(id)), Self.mended(detail), Self.mended(field(section)),
        record, isUneven: record.fields.count != columns)
    }
  }

  private typealias Mended = (text: String?, mending: TextMending)

  private mutating func read(
    _ name: [UInt8], _ id: [UInt8], _ detail: Mended, _ section: Mended,
    _ record: NaiveRecords.Record, isUneven: Bool
  ) {
    func add(_ fault: LineReport.Fault) { report.add(fault, at: .init(line: record.line)) }
    if let error = NaiveName.error(name) { return add(LineReport.Fault(error)) }
    if (try? name.withUnsafeBytes(Name.init(validating:))) == nil { return add(.tooLong) }
    guard let text = String(validating: id, as: UTF8.self) else { return add(.notUTF8) }
    if id.count > 1_000 { return add(.tooLong) }
    let isIdentity = !id.isEmpty
    rows.append(
      Row(
        name: Array(NaiveName.trimmed(name)), id: isIdentity ? text : nil, detail: detail.text,
        section: section.text))
    let mending = detail.mending.union(section.mending)
    if isUneven { add(.uneven) }
    if mending.contains(.cut) { add(.longDetail) }
    if mending.contains(.replaced) { add(.mendedDetail) }
  }

  private static func mended(_ bytes: [UInt8]) -> Mended {
    bytes.withUnsafeBytes { all in
      let mended = MendedBytes(all)
      if mended.range.isEmpty { return (nil, []) }
      let text = mended.mended ?? Array(all[mended.range])
      return (String(decoding: text, as: UTF8.self), mended.mending)
    }
  }

  private static func trimmed(_ field: [UInt8]) -> [UInt8] {
    Array(NaiveName.trimmedOfASCII(field[...]))
  }
}
