@testable import CommandRunning

/// Commands with placeholders: what they run for a row, with and without a shell.
///
/// The input is a byte of choices, the row's name, ID, detail and note, and the words of the
/// command; 0xFF separates them.
struct TemplatesTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    func some(_ bit: UInt8, _ text: String) -> String? { choices & bit == 0 ? nil : text }
    let row = CommandRow(
      name: input.text(), id: some(1, input.text()), detail: some(2, input.text()),
      note: some(4, input.text()))
    var words: [String] = []
    while !input.isEmpty { words.append(input.text()) }
    try checkWords(words, row, allowsDash: choices & 8 != 0)
    try checkScript(words.joined(separator: " "), row, fillsMissing: choices & 16 != 0)
  }

  // MARK: Without a shell

  private func checkWords(_ words: [String], _ row: CommandRow, allowsDash: Bool) throws {
    let expected = arguments(of: words, row, allowsDash: allowsDash)
    var found: [String]?
    let made = try? CommandTemplate(words, allowsDash: allowsDash, allowsShell: true)
    if let template = made {
      found = try? template.arguments(for: row)
    }
    try Fault.unless(
      found.map { $0.map { Array($0.utf8) } } == expected,
      "\(found as Any), not \(expected.map { $0.map(\.shown) } as Any)")
  }

  /// The arguments according to the rules; `nil` if the command is refused.
  private func arguments(
    of words: [String], _ row: CommandRow, allowsDash: Bool
  ) -> [[UInt8]]? {
    guard words.first?.isEmpty == false, !words.contains(where: { $0.utf8.contains(0) }) else {
      return nil
    }
    var marked = words.map { Marks.marked($0) }
    if !marked.contains(where: Marks.hasValue) { marked.append(Marks.marked("{}")) }
    let end = words.dropFirst().firstIndex(of: "--") ?? words.count
    var arguments: [[UInt8]] = []
    for (place, word) in marked.enumerated() {
      guard let text = Marks.filled(word, row, fillsMissing: false) else { return nil }
      let isValue = word.unicodeScalars.first.map(Marks.isValue) == true
      if isValue, text.first == UInt8(ascii: "-"), !allowsDash, end == words.count || place <= end {
        return nil
      }
      arguments.append(text)
    }
    return arguments
  }

  // MARK: With a shell

  /// Compares scripts of words and quotes, which a naive shell can also interpret.
  private func checkScript(_ source: String, _ row: CommandRow, fillsMissing: Bool) throws {
    var template: ShellTemplate?
    do {
      template = try ShellTemplate(source)
    } catch .script {
      // Scripts of other shells are not analyzed here.
      return
    } catch {}
    let command = try? template?.command(for: row, fillsMissing: fillsMissing)
    // The naive shell does not know operators, but a comment may begin after one: sources that have
    // both are skipped.
    let hasOperators = source.utf8.contains { ";&|".utf8.contains($0) }
    guard !source.utf8.contains(where: { "$`()<>\0".utf8.contains($0) }),
      !hasOperators || !source.utf8.contains(UInt8(ascii: "#")),
      !Self.hasTwoBackslashes(source), !Marks.areIn(source),
      source.utf8.last != UInt8(ascii: "\\")
    else { return }
    let marked = Marks.marked(source)
    guard let words = try? NaiveShell(Array(marked.utf8)).words else {
      return try Fault.unless(template == nil, "a quote that is not closed is taken")
    }
    let isBlank = !source.contains { !$0.isWhitespace }
    try Fault.unless(template != nil || isBlank, "refused: \(source)")
    guard let command else { return }
    let expected = words.map { word in
      Marks.filled(String(decoding: word, as: UTF8.self), row, fillsMissing: fillsMissing)
    }
    let parameters = command.parameters
    let script = isControl ? command.script.replacing("\"", with: "") : command.script
    let found = try NaiveShell(Array(script.utf8), parameters: parameters).words
    try Fault.unless(
      found == expected, "\(script) runs \(found.map(\.shown))")
    try checkDashes(source, words, row)
  }

  private static func hasTwoBackslashes(_ text: String) -> Bool {
    zip(text.utf8, text.utf8.dropFirst()).contains { $0 == 0x5C && $1 == 0x5C }
  }

  /// No value can be read as an option.
  private func checkDashes(_ source: String, _ words: [[UInt8]], _ row: CommandRow) throws {
    guard !source.contains(where: { ";&|\n".contains($0) }) else { return }
    for word in words {
      if word == Array("--".utf8) { return }
      let scalars = String(decoding: word, as: UTF8.self).unicodeScalars
      let values = scalars.prefix(while: Marks.isValue).map { Marks.value(of: $0, row) ?? "" }
      let first = values.first { !$0.isEmpty }
      try Fault.unless(first?.utf8.first != UInt8(ascii: "-"), "\(first ?? "") is an option")
    }
  }
}

/// Placeholders written as single characters without a meaning for a shell.
private enum Marks {
  private static let signs = ["{}", "{id}", "{detail}", "{note}"]
  private static let first: UInt32 = 0xF0000

  static func areIn(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value >= first }
  }

  /// The text with a mark for each placeholder, and another mark for each escaped one.
  static func marked(_ text: String) -> String {
    var marked = ""
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if let (mark, count) = mark(atStartOf: rest) {
        marked += mark
        rest = rest.dropFirst(count)
      } else {
        marked.unicodeScalars.append(first)
        rest = rest.dropFirst()
      }
    }
    return marked
  }

  private static func mark(atStartOf text: Substring.UnicodeScalarView) -> (String, count: Int)? {
    for (place, sign) in signs.enumerated() {
      if text.starts(with: sign.unicodeScalars) { return (mark(place), sign.utf8.count) }
      if text.starts(with: ("\\" + sign).unicodeScalars) {
        return (mark(place + 4), sign.utf8.count + 1)
      }
    }
    return nil
  }

  private static func mark(_ place: Int) -> String {
    Unicode.Scalar(first + UInt32(place)).map { String($0) } ?? ""
  }

  static func isValue(_ scalar: Unicode.Scalar) -> Bool {
    (first..<(first + 4)).contains(scalar.value)
  }

  static func hasValue(_ text: String) -> Bool { text.unicodeScalars.contains(where: isValue) }

  static func value(of mark: Unicode.Scalar, _ row: CommandRow) -> String? {
    [row.name, row.id, row.detail, row.note][Int(mark.value - first)]
  }

  /// The text with values for the marks; `nil` if a value is missing, or contains NUL.
  static func filled(_ text: String, _ row: CommandRow, fillsMissing: Bool) -> [UInt8]? {
    var filled: [UInt8] = []
    for scalar in text.unicodeScalars {
      if isValue(scalar) {
        let value = value(of: scalar, row) ?? (fillsMissing ? "" : nil)
        guard let value, !value.utf8.contains(0) else { return nil }
        filled += value.utf8
      } else if (first + 4..<(first + 8)).contains(scalar.value) {
        filled += signs[Int(scalar.value - first) - 4].utf8
      } else {
        filled += String(scalar).utf8
      }
    }
    return filled
  }
}
