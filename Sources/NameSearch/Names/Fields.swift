/// The columns of a row that have no purpose of their own, as one text.
///
/// Between two columns stands a unit separator, also where a column is empty, so that each column of a list
/// is found at the same place in each row; empty ones at the end are left out.
package enum Fields {
  package static let separator: Unicode.Scalar = "\u{1F}"

  package static func joined(_ columns: some Sequence<String>) -> String {
    var text = columns.joined(separator: String(separator))[...]
    while text.utf8.last == UInt8(ascii: separator) { text = text.dropLast() }
    return String(text)
  }

  package static func columns(of text: String) -> [Substring] {
    text.split(separator: Character(separator), omittingEmptySubsequences: false)
  }

  /// The columns that are not empty, with two blanks between.
  package static func detail(of text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: separator)) else { return text }
    return columns(of: text).filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
