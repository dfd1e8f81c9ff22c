/// The columns of a row that have no purpose of their own, as one text.
///
/// Between two columns stands a unit separator, also where a column is empty, so that each column of a list
/// is found at the same place in each row; empty ones at the end are skipped.
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

  /// Titles that differ, none of which is empty: those that do not have the numbers of their columns, from 1.
  package static func distinct(_ titles: [(title: String, number: Int)]) -> [String] {
    var seen: Set<String> = []
    return titles.map { title, number in
      var title = title.isEmpty ? "\(number)" : title
      while !seen.insert(title).inserted { title += " \(number)" }
      return title
    }
  }

  /// A text whose column *n* becomes column `places[n]`; those without a place stay behind the others.
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

  /// The titles of a list with those of an input that it does not have, and where each of the input's
  /// columns belongs.
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
