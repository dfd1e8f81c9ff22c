@testable import targets

/// Default options as text: split as a shell splits them, and unchanged after quoting.
struct OptionsTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let ways = FixedRandom(UInt64(input.byte()))
    let text = input.remainingText()
    let expected = try? NaiveShell(Array(text.utf8)).words
    let found = try? ShellWords(text).words
    try Fault.unless(
      found.map { $0.map { Array($0.utf8) } } == expected,
      "\(found as Any), not \(expected.map { $0.map(\.shown) } as Any)")
    guard let words = found else { return }
    var random = ways
    let line = words.map { quoted($0, &random) }.joined(separator: " ")
    let again = try? ShellWords(line).words
    try Fault.unless(
      again.map { $0.map { Array($0.utf8) } } == words.map { Array($0.utf8) },
      "\(words) quoted as \(Array(line.utf8).shown) is \(again as Any)")
  }

  /// A word, quoted in one of the ways of a shell.
  private func quoted(_ word: String, _ random: inout FixedRandom) -> String {
    if isControl { return "'\(word)'" }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return "'" + word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    case 1:
      let special: Set<Unicode.Scalar> = ["\"", "\\", "$", "`"]
      return "\""
        + word.unicodeScalars.map { special.contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
    default:
      if word.isEmpty { return "''" }
      return word.unicodeScalars.map { $0 == "\n" ? "'\n'" : "\\\($0)" }.joined()
    }
  }
}
