/// Splits a text into words as a POSIX shell does, without expanding anything.
///
/// Quotes and backslashes keep white space together; `#` at the start of a word begins a comment.
struct ShellWords {
  /// A quote that is not closed, or a backslash at the end.
  struct Unfinished: Error, Equatable {
    let sign: Character
  }

  private(set) var words: [String] = []
  private var rest: Substring

  /// The word that is being read; `nil` between words.
  private var word: String?

  /// - Throws: ``Unfinished``.
  init(_ text: String) throws(Unfinished) {
    rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "'": try readSingleQuoted()
      case "\"": try readDoubleQuoted()
      case "\\":
        guard let next = rest.popFirst() else { throw Unfinished(sign: "\\") }
        if next != "\n" { add(next) }
      case "#" where word == nil: rest = rest.drop { $0 != "\n" }
      case _ where character.isWhitespace: endWord()
      default: add(character)
      }
    }
    endWord()
  }

  private mutating func add(_ character: Character) {
    word = (word ?? "") + String(character)
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  private mutating func readSingleQuoted() throws(Unfinished) {
    guard let end = rest.firstIndex(of: "'") else { throw Unfinished(sign: "'") }
    word = (word ?? "") + rest[..<end]
    rest = rest[end...].dropFirst()
  }

  private mutating func readDoubleQuoted() throws(Unfinished) {
    word = word ?? ""
    while let character = rest.popFirst() {
      if character == "\"" { return }
      if character == "\\", let next = rest.first, "\"\\$`\n".contains(next) {
        rest.removeFirst()
        if next != "\n" { add(next) }
      } else {
        add(character)
      }
    }
    throw Unfinished(sign: "\"")
  }
}
