/// Splits a text into words as a POSIX shell does, without expanding anything.
///
/// Quotes and backslashes keep blanks together; `#` at the start of a word begins a comment. Quotes
/// and backslashes are scalars, also where an accent follows, which would make another character of
/// them.
struct ShellWords: Sendable {
  /// A quote that is not closed, or a backslash at the end.
  struct Unfinished: Error, Equatable {
    let sign: Unicode.Scalar
  }

  /// The characters that are special between double quotes.
  static let special = "\\\"$`".unicodeScalars

  /// The words without their quotes.
  private(set) var words: [String] = []

  /// The word at the end as it was typed; empty after a blank.
  private(set) var typed = ""

  /// The quote that is open at the end.
  private(set) var openQuote: Unicode.Scalar?

  /// The word that is being read; `nil` between words.
  private var word: String.UnicodeScalarView?
  private var isEscaped = false
  private var isComment = false

  /// Splits a whole text; `;` and `|` are ordinary characters.
  ///
  /// - Throws: ``Unfinished``.
  init(_ text: String) throws(Unfinished) {
    for scalar in text.unicodeScalars { take(scalar) }
    if let sign = openQuote ?? (isEscaped ? "\\" : nil) { throw Unfinished(sign: sign) }
    endWord()
  }

  /// Splits a command line up to the cursor, whose word is the last one, if only an empty one.
  ///
  /// Only the last of several commands is kept.
  init(upToCursor line: String) {
    for scalar in line.unicodeScalars { take(scalar, operators: ";|&()") }
    words.append(word.map { String($0) } ?? "")
  }

  private mutating func take(_ scalar: Unicode.Scalar, operators: String = "") {
    if isComment {
      isComment = scalar != "\n"
      return
    }
    if openQuote == nil, !isEscaped {
      let endsCommand = operators.unicodeScalars.contains(scalar)
      if endsCommand || scalar == " " || scalar == "\t" || scalar == "\n" {
        endWord()
        if endsCommand { words = [] }
        return
      }
      if scalar == "#", word == nil {
        isComment = true
        typed = ""
        return
      }
    }
    typed.unicodeScalars.append(scalar)
    if isEscaped {
      takeEscaped(scalar)
    } else if scalar == "\\", openQuote != "'" {
      isEscaped = true
    } else if scalar == openQuote {
      openQuote = nil
    } else if openQuote == nil, scalar == "'" || scalar == "\"" {
      openQuote = scalar
      word = word ?? .init()
    } else {
      add(scalar)
    }
  }

  /// An escaped line break is not part of a word.
  private mutating func takeEscaped(_ scalar: Unicode.Scalar) {
    isEscaped = false
    if scalar == "\n" { return }
    // Between double quotes, a backslash is an ordinary character before most characters.
    if openQuote != nil, !Self.special.contains(scalar) { add("\\") }
    add(scalar)
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    word = word ?? .init()
    word?.append(scalar)
  }

  private mutating func endWord() {
    if let word { words.append(String(word)) }
    word = nil
    typed = ""
  }
}
