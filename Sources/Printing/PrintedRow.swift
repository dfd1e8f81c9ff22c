import JSON
import ListModel
import NameSearch
import PageSources
import TargetStore

/// A row in the form of the printed formats, field by field.
struct PrintedRow {
  let row: Row
  let section: String
  let facts: RowFacts

  /// The titles of the list's columns; unknown titles are replaced by numbers.
  var columnTitles: [String] = []
  var outcomes: [Outcome] = []

  /// Whether the section is a value of a column.
  var hasSectionOfColumn = false

  init(_ row: Row, in section: String, _ remark: Remark?) {
    (self.row, self.section, facts) = (row, section, RowFacts(of: row, remark))
  }

  /// A field as text; `nil` if it is unknown, and for fields that only JSON has.
  func text(_ field: RowField) -> String? {
    switch field {
    case .section: section.isEmpty ? nil : section
    case .name: row.name.original
    case .id: row.name.idInSource
    case .source: source
    case .class: facts.class
    case .verdict: facts.verdict
    case .earlier: facts.earlier
    case .note: facts.note
    case .until: facts.until
    case .decidedAt: facts.decidedAt
    case .decidedBy: facts.decidedBy
    case .decidedRevision: facts.decidedRevision
    case .decidedRole: facts.decidedRole
    case .revision: facts.revision
    case .detail: row.detail
    case .sectionOfColumn: hasSectionOfColumn ? "true" : nil
    case .columns, .outcomes: nil
    default: field.flag.map { row.flags.contains(Flags($0)) } == true ? "true" : nil
    }
  }

  /// The JSON object of a row, without unknown fields.
  func json(hasSection: Bool) -> String {
    var object = JSONObject()
    for field in RowField.json where hasSection || field != .section {
      switch field {
      case _ where field.kind == .truth:
        if text(field) != nil { object.add(field.rawValue, true) }
      case .columns: addColumns(to: &object)
      case .outcomes:
        if !outcomes.isEmpty {
          let objects = outcomes.map(\.json).joined(separator: ",")
          object.add(field.rawValue, json: "[\(objects)]")
        }
      default: object.add(field.rawValue, text(field))
      }
    }
    return object.text
  }

  /// The values of the columns that have titles.
  var columnValues: [String?] {
    if columnTitles.isEmpty { return [] }
    let values = row.fields.map { Fields.columns(of: $0).map(String.init) } ?? []
    return columnTitles.indices.map { $0 < values.count ? values[$0] : nil }
  }

  /// Adds the columns that are not empty, by their titles.
  private func addColumns(to object: inout JSONObject) {
    guard let fields = row.fields, !columnTitles.isEmpty else { return }
    var columns = JSONObject()
    for (place, value) in Fields.columns(of: fields).enumerated() where !value.isEmpty {
      columns.add(
        place < columnTitles.count ? columnTitles[place] : "+\(place + 1)", String(value))
    }
    if !columns.isEmpty { object.add(RowField.columns.rawValue, json: columns.text) }
  }

  /// The source of the ID, unless the ID is a column.
  private var source: String? {
    guard let source = row.name.source, source != ColumnChoice.source else { return nil }
    return String(source)
  }
}

extension Outcome {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("command", command)
    object.add("status", status)
    object.add("message", message)
    object.add("at", "\(time)")
    object.add("by", author)
    return object.text
  }
}
