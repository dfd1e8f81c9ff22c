/// The columns of a row that have no role, as one text.
///
/// A unit separator stands between all columns, even empty ones, so that each column of a list has
/// the same place in every row. Empty columns at the end are omitted.
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

  /// The columns that are not empty, separated by two spaces.
  package static func detail(of text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: separator)) else { return text }
    return columns(of: text).filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// Distinct titles, none of them empty: a column with an unusable title gets its number, from 1.
  package static func distinct(_ titles: [(title: String, number: Int)]) -> [String] {
    var seen: Set<String> = []
    return titles.map { title, number in
      var title = title.isEmpty ? "\(number)" : title
      while !seen.insert(title).inserted { title += " \(number)" }
      return title
    }
  }

  /// A text with column *n* moved to column `places[n]`; columns without a place follow the others.
  package static func moved(_ text: String, to places: [Int]) -> String {
    let columns = columns(of: text)
    var moved = [String](repeating: "", count: (places.max() ?? -1) + 1)
    for (place, column) in columns.enumerated() {
      if place < places.count {
        moved[places[place]] = String(column)
      } else {
        moved.append(String(column))
      }
    }
    return joined(moved)
  }

  /// The titles of a list and then those that only an input has, and the place of each of the
  /// input's columns.
  package static func united(
    _ titles: [String], with input: [String]
  ) -> (titles: [String], places: [Int]) {
    var united = titles
    let places = input.map { title in
      if let known = united.firstIndex(of: title) { return known }
      united.append(title)
      return united.count - 1
    }
    return (united, places)
  }
}
