import PageSources

/// A form of records of fields, the first of which has the titles.
struct RecordForm: Sendable {
  private let separator: String
  private let end: StaticString

  /// A field as it is written.
  private let field: @Sendable (String) -> String

  /// How the records are read back.
  let columns: ColumnForm

  /// The form of RFC 4180.
  static let csv = RecordForm(
    separator: ",", end: "\r\n", field: { "\(csv: $0)" }, columns: .csv)

  fileprivate func write(_ fields: [String], to output: inout Output) throws(Output.Failure) {
    try output.show(fields.map(field).joined(separator: separator))
    try output.write(end)
  }
}

extension Output {
  /// Writes a record of external texts.
  mutating func show(record fields: [String], as form: RecordForm) throws(Failure) {
    try form.write(fields, to: &self)
  }
}
