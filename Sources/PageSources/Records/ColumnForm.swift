import CRecords

/// How rows of several columns are written in a text.
package struct ColumnForm: Equatable, Sendable {
  /// What separates two fields: the UTF-8 of one character.
  package let delimiter: [UInt8]

  /// Whether a field may be quoted, as in RFC 4180.
  package let hasQuotes: Bool

  /// Whether the first row has the titles of the columns.
  package let hasHeader: Bool

  /// Makes a form; `delimiter` must not be a line feed, nor a quote if fields may be quoted.
  package init(delimiter: Unicode.Scalar, hasQuotes: Bool, hasHeader: Bool) {
    precondition(delimiter != "\n", "a line feed ends a row")
    precondition(!hasQuotes || delimiter != "\"", "a quote begins a field")
    self.delimiter = Array(String(delimiter).utf8)
    self.hasQuotes = hasQuotes
    self.hasHeader = hasHeader
  }

  /// The form of RFC 4180, with a header.
  package static let csv = ColumnForm(delimiter: ",", hasQuotes: true, hasHeader: true)

  var scanned: CRecordsForm {
    var form = CRecordsForm()
    form.delimiter_length = Int32(delimiter.count)
    form.has_quotes = hasQuotes
    withUnsafeMutableBytes(of: &form.delimiter) { $0.copyBytes(from: delimiter) }
    return form
  }

  /// Whether words begin in a row as a whole where they begin in its fields.
  var separatesWords: Bool {
    guard delimiter.count == 1, let byte = delimiter.first else { return false }
    let isLetter = (byte | 0x20) &- 0x61 < 26
    return byte < 0x80 && !isLetter && byte &- 0x30 >= 10
  }
}
