/// The form of rows with several columns in a text.
package struct ColumnForm: Equatable, Sendable {
  /// The separator of two fields: the UTF-8 of one character.
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
}
