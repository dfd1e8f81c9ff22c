/// A command line of bash up to the cursor, whose last word can be completed.
struct TypedLine: Sendable {
  private let line: ShellWords

  /// The words without their quotes, the one at the cursor last.
  var words: [String] { line.words }

  /// The word at the cursor as it was typed.
  var typed: String { line.typed }

  /// Reads only the last of several commands in a line.
  init(_ line: String) {
    self.line = ShellWords(upToCursor: line)
  }

  /// The line after completing the word at the cursor to `text`.
  ///
  /// - Returns: `nil` if `text` does not begin with the word.
  func completed(to text: String) -> String? {
    let start = (words.last ?? "").unicodeScalars
    guard text.unicodeScalars.starts(with: start) else { return nil }
    return typed + quoted(text.unicodeScalars.dropFirst(start.count))
  }

  private func quoted(_ text: some Sequence<Unicode.Scalar>) -> String {
    var quoted = ""
    for scalar in text { quoted.unicodeScalars.append(contentsOf: self.quoted(scalar)) }
    return quoted
  }

  private func quoted(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let alone = String(scalar)
    let text =
      switch line.openQuote {
      case "'": scalar == "'" ? "'\\''" : alone
      // Inside double quotes, an exclamation mark refers to the history, even after a backslash.
      case "\"" where scalar == "!": "\"'!'\""
      case "\"": ShellWords.special.contains(scalar) ? "\\" + alone : alone
      default: isPlain(scalar) ? alone : "\\" + alone
      }
    return text.unicodeScalars
  }

  private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "_./:@%+,=-".unicodeScalars.contains(scalar)
  }
}
