/// A shell script with placeholders for the parts of a row.
///
/// A value is never a part of the script. Each placeholder becomes a reference to a positional
/// parameter that fits the quotes around it, so that its value is one argument or a part of one,
/// whatever it contains. `\{}` is a literal `{}`.
///
/// A nested shell would run what such a value contains, so a placeholder in its script is refused, as
/// in `eval {}` and `sh -c 'echo {}'`; `sh -c 'echo "$1"' sh {}` is the safe form.
package struct ShellTemplate: Equatable, Sendable {
  package let source: String
  let script: String

  /// The placeholders that occur.
  package let placeholders: Set<Placeholder>

  /// The placeholders for fields, in the order of their parameters, which follow those of rows.
  package let fields: [String]

  /// The placeholders at the start of words that could be read as options, word by word.
  private let wordStarts: [[Placeholder]]

  /// Parses a script; with `takesFields`, `{2}` and the like are fields of a line.
  ///
  /// - Throws: ``CommandRefusal`` if the script is empty or incomplete, or has a placeholder where
  ///   a reference to the value would not be safe, or inside a script for another shell.
  package init(_ source: String, takesFields: Bool = false) throws(CommandRefusal) {
    guard source.contains(where: { !$0.isWhitespace }) else { throw .noCommand }
    if source.utf8.contains(0) { throw .unsupported("NUL") }
    var scanner = ShellScanner(source, takesFields: takesFields)
    try scanner.scan()
    self.source = source
    script = String(decoding: scanner.output, as: UTF8.self)
    placeholders = scanner.placeholders
    fields = scanner.fields
    wordStarts = scanner.wordStarts
  }

  /// The script with the values of a row; with `fillsMissing`, a missing value is empty.
  ///
  /// - Throws: ``CommandRefusal`` if a value is missing or contains NUL, or if it has a dash at the
  ///   start of a word without a `--` before it.
  package func command(
    for row: CommandRow, fillsMissing: Bool = false
  ) throws(CommandRefusal) -> ShellCommand {
    var values: [Placeholder: String] = [:]
    let all = Placeholder.inOrder(fields: fields)
    for placeholder in all where placeholders.contains(placeholder) {
      let isFilled = fillsMissing && row.value(of: placeholder) == nil
      values[placeholder] = isFilled ? "" : try row.checkedValue(of: placeholder)
    }
    for start in wordStarts {
      let first = start.first { values[$0]?.isEmpty == false }
      if let first, values[first]?.utf8.first == UInt8(ascii: "-") {
        throw .dash(first, row: row.label)
      }
    }
    // Values that the script does not use are not passed, because they may contain NUL.
    return ShellCommand(
      script: script,
      parameters: all.map { placeholder in
        guard values[placeholder]?.isEmpty == false else { return [] }
        return row.bytes(of: placeholder) ?? []
      })
  }

  /// The script itself, if it needs no row; `nil` if it has placeholders.
  package var commandWithoutRow: ShellCommand? {
    placeholders.isEmpty ? ShellCommand(script: script, parameters: []) : nil
  }
}
