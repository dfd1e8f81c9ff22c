/// Splits a text into words as a POSIX shell does, without expanding anything.
///
/// Quotes and backslashes protect spaces; `#` at the start of a word begins a comment. The text is
/// read by scalars, because a combining accent after a quote would make another `Character` of it.
struct ShellWords: Sendable {
  /// An unclosed quote, or a backslash at the end.
  struct Unfinished: Error, Equatable {
    let sign: Unicode.Scalar
  }

  /// The characters that are special between double quotes.
  static let special = "\\\"$`".unicodeScalars

  /// The words without their quotes.
  private(set) var words: [String] = []

  /// The last word as it was typed; empty after a space.
  private(set) var typed = ""

  /// The quote that is open at the end.
  private(set) var openQuote: Unicode.Scalar?

  /// The current word; `nil` between words.
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

  /// Splits a command line up to the cursor; the last word, which may be empty, is the one at the cursor.
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
