import NameSearch
package import TerminalText
import Substrings

/// Which fields of a line are searched and shown if no list is used, and whether the line has colors.
package struct LineForm: Hashable, Sendable {
  /// The separator of fields, in UTF-8; `nil` for spaces and tabs.
  package var delimiter: [UInt8]?

  /// The fields that are shown and searched; empty for the whole line.
  package var shown: [FieldRange] = []

  /// The fields among those shown that are searched; empty for all.
  package var searched: [FieldRange] = []

  /// Whether SGR sequences color lines, so that they are not searched.
  package var hasColors = false

  package init() {}

  /// Whether lines are searched and shown unchanged.
  package var isWhole: Bool { shown.isEmpty && searched.isEmpty && !hasColors }

  /// Passes the text to show and the text to search of a line to `body`.
  ///
  /// - Complexity: O(*n* + *f*) for *n* bytes and *f* selected fields.
  package func withTexts(
    of line: UnsafeRawBufferPointer,
    _ body: (_ shown: UnsafeRawBufferPointer, _ searched: UnsafeRawBufferPointer) -> Void
  ) {
    let hasSequences = hasColors && line.contains(0x1B)
    if shown.isEmpty, searched.isEmpty, !hasSequences { return body(line, line) }
    let text = hasSequences ? ColoredText(line).bytes : Array(line)
    let shown = joined(taken(by: self.shown, of: text[...]))
    shown.withUnsafeBytes { shownBytes in
      if searched.isEmpty { return body(shownBytes, shownBytes) }
      let fields = taken(by: searched, of: shown[...]).map(trimmed).joined(separator: [0x20])
      Array(fields).withUnsafeBytes { body(shownBytes, $0) }
    }
  }

  /// The colors of a row's shown text, each with the offset where it starts.
  ///
  /// Empty if the shown line was cut, or invalid bytes were replaced in it.
  package func styles(of row: Row) -> [(offset: Int, style: Style)] {
    guard hasColors, let line = row.line else { return [] }
    let text = ColoredText(line)
    let fields = taken(by: shown, of: text.bytes[...])
    guard row.name.original.utf8.elementsEqual(fields.joined()) else { return [] }
    var styles: [(offset: Int, style: Style)] = []
    var length = 0
    for field in fields {
      let first = text.styles.last { $0.offset <= field.startIndex }?.style ?? .plain
      styles.append((length, first))
      for (offset, style) in text.styles where field.indices.dropFirst().contains(offset) {
        styles.append((length + offset - field.startIndex, style))
      }
      length += field.count
    }
    return styles
  }

  /// The parts of a row's shown text that are searched, as offsets in UTF-8; `nil` for all of it.
  package func searchedParts(of row: Row) -> [Range<Int>]? {
    if searched.isEmpty { return nil }
    return taken(by: searched, of: Array(row.name.original.utf8)[...]).map { trimmed($0).indices }
  }

  /// The bytes that stand for a row in commands: its line, without colors.
  package func bytes(of row: Row) -> [UInt8] {
    guard let line = row.line else { return Array(row.name.original.utf8) }
    return hasColors ? ColoredText(line, keepsInvalid: true).bytes : line
  }

  // MARK: Fields

  /// The text of some fields of a line, without their last delimiter and outer ASCII white space: what
  /// replaces `{1}`.
  package func text(ofFields ranges: [FieldRange], in line: [UInt8]) -> [UInt8] {
    let text = trimmed(joined(taken(by: ranges, of: line[...]))[...])
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? text.startIndex
    return Array(text[..<end].drop(while: isSpace))
  }

  /// The fields of a text in some ranges, each with its delimiter; the whole text without ranges.
  private func taken(
    by ranges: [FieldRange], of text: ArraySlice<UInt8>
  ) -> [ArraySlice<UInt8>] {
    if ranges.isEmpty { return [text] }
    let fields = fields(of: text)
    return ranges.flatMap { range in range.places(among: fields.count).map { fields[$0] } }
  }

  private func fields(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard let delimiter, let first = delimiter.first else { return fieldsBetweenBlanks(of: text) }
    var fields: [ArraySlice<UInt8>] = []
    var rest = text
    var from = text.startIndex
    while let found = rest[from...].firstIndex(of: first) {
      guard rest[found...].starts(with: delimiter) else {
        from = found + 1
        continue
      }
      fields.append(rest[..<(found + delimiter.count)])
      rest = rest[(found + delimiter.count)...]
      from = rest.startIndex
    }
    return fields + [rest]
  }

  /// A field includes the spaces after it; spaces before the first field belong to no field.
  private func fieldsBetweenBlanks(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var fields: [ArraySlice<UInt8>] = []
    var rest = text.drop(while: Self.isBlank)
    while !rest.isEmpty {
      let blanks = rest.firstIndex(where: Self.isBlank) ?? rest.endIndex
      let end = rest[blanks...].firstIndex { !Self.isBlank($0) } ?? rest.endIndex
      fields.append(rest[..<end])
      rest = rest[end...]
    }
    return fields
  }

  /// A field without the separator at its end.
  private func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let delimiter else {
      return field[..<((field.lastIndex { !Self.isBlank($0) }).map { $0 + 1 } ?? field.startIndex)]
    }
    let hasDelimiter = field.suffix(delimiter.count).elementsEqual(delimiter)
    return hasDelimiter ? field.dropLast(delimiter.count) : field
  }

  private func joined(_ fields: [ArraySlice<UInt8>]) -> [UInt8] {
    fields.count == 1 ? Array(fields[0]) : Array(fields.joined())
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// A range of fields, by their numbers from 1, or from the end by -1 and below.
package struct FieldRange: Hashable, Sendable {
  private let first: Int
  private let last: Int

  /// Reads `2`, `-1`, `2..`, `..3` or `2..-2`; `nil` for anything else.
  package init?(_ text: some StringProtocol) {
    let parts = text.parts(separatedBy: "..")
    func number(_ part: Substring?, whenEmpty other: Int) -> Int? {
      guard let part, !part.isEmpty else { return other }
      return Int(part).flatMap { $0 == 0 ? nil : $0 }
    }
    guard parts.count <= 2, !text.isEmpty,
      let first = number(parts.first.map { Substring($0) }, whenEmpty: 1)
    else { return nil }
    let end = parts.count == 1 ? first : number(Substring(parts[1]), whenEmpty: -1)
    guard let end else { return nil }
    (self.first, last) = (first, end)
  }

  /// Reads ranges separated by commas; `nil` if one of them is not a range.
  package static func list(_ text: String) -> [FieldRange]? {
    let ranges = text.split(separator: ",", omittingEmptySubsequences: false).map {
      FieldRange($0)
    }
    let known = ranges.compactMap { $0 }
    return known.count == ranges.count ? known : nil
  }

  /// The places of the range's fields, from 0, in a line with `count` fields.
  func places(among count: Int) -> Range<Int> {
    let lower = max(first < 0 ? first + count : first - 1, 0)
    let upper = min(last < 0 ? last + count : last - 1, count - 1)
    return lower <= upper ? lower..<(upper + 1) : 0..<0
  }
}
