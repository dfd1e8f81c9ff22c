/// Splits a text into words as a POSIX shell does, without expanding anything.
///
/// Quotes and backslashes keep blanks together; `#` at the start of a word begins a comment. Signs count
/// by themselves, also where an accent follows, which would make another character of them.
struct ShellWords {
  /// A quote that is not closed, or a backslash at the end.
  struct Unfinished: Error, Equatable {
    let sign: Unicode.Scalar
  }

  private(set) var words: [String] = []
  private var rest: Substring.UnicodeScalarView

  /// The word that is being read; `nil` between words.
  private var word: String.UnicodeScalarView?

  /// - Throws: ``Unfinished``.
  init(_ text: String) throws(Unfinished) {
    rest = text[...].unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "'": try readSingleQuoted()
      case "\"": try readDoubleQuoted()
      case "\\":
        guard let next = rest.popFirst() else { throw Unfinished(sign: "\\") }
        if next != "\n" { add(next) }
      case "#" where word == nil: rest = rest.drop { $0 != "\n" }
      case " ", "\t", "\n": endWord()
      default: add(scalar)
      }
    }
    endWord()
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    word = word ?? .init()
    word?.append(scalar)
  }

  private mutating func endWord() {
    if let word { words.append(String(word)) }
    word = nil
  }

  private mutating func readSingleQuoted() throws(Unfinished) {
    guard let end = rest.firstIndex(of: "'") else { throw Unfinished(sign: "'") }
    word = (word ?? .init()) + rest[..<end]
    rest = rest[end...].dropFirst()
  }

  private mutating func readDoubleQuoted() throws(Unfinished) {
    word = word ?? .init()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return }
      if scalar == "\\", let next = rest.first, "\"\\$`\n".unicodeScalars.contains(next) {
        rest.removeFirst()
        if next != "\n" { add(next) }
      } else {
        add(scalar)
      }
    }
    throw Unfinished(sign: "\"")
  }
}
