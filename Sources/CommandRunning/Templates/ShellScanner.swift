/// Goes through a POSIX shell script, and replaces the placeholders.
///
/// It follows quotes, substitutions, comments and the borders of words and commands. Were it wrong
/// about the quotes, a value could be split or appear as `${1}`, but still would not be run: what is
/// put into the script are references only.
struct ShellScanner {
  /// A part of the script that has rules of its own until its end.
  enum Part: Equatable {
    /// The script itself.
    case script

    /// `$(…)`, with the number of open parentheses.
    case substitution(open: Int)

    /// Between double quotes.
    case quoted

    /// A part in which bash evaluates what it reads as code, or in which quotes differ from shell to
    /// shell. `open` counts nested parentheses.
    case refusing(String, end: UInt8, open: Int)
  }

  /// The word that is being read, and what of its command is known.
  struct Word {
    var literal: [UInt8] = []

    /// Whether all of it is there; what a placeholder or a substitution becomes is not.
    var isWhole = true

    /// The placeholders at its start.
    var start: [Placeholder] = []
    var hasBegun = false

    /// Whether a `--` stands before it in its command.
    var followsDashes = false
  }

  let source: [UInt8]
  var place = 0
  private(set) var output: [UInt8] = []
  private(set) var placeholders: Set<Placeholder> = []
  private(set) var wordStarts: [[Placeholder]] = []
  var parts: [Part] = [.script]

  /// One for the script, and for each substitution in it that is open.
  private var words = [Word()]

  init(_ source: String) {
    self.source = Array(source.utf8)
  }

  mutating func scan() throws(CommandRefusal) {
    while place < source.count { try step() }
    endWord()
    if let part = parts.last, part != .script { throw .unfinished(part.name) }
  }

  // MARK: What the steps do

  /// The byte at a distance from here, or 0.
  func byte(_ distance: Int = 0) -> UInt8 {
    place + distance < source.count ? source[place + distance] : 0
  }

  func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { source[place...].starts(with: $0) }
  }

  /// Copies bytes that belong to the word.
  mutating func takeText(_ count: Int = 1) {
    let taken = source[place..<min(place + count, source.count)]
    output += taken
    words[words.count - 1].literal += taken
    words[words.count - 1].hasBegun = true
    place += count
  }

  /// Copies bytes that are quotes, operators or blanks.
  mutating func takeSyntax(_ count: Int = 1) {
    output += source[place..<min(place + count, source.count)]
    place += count
  }

  mutating func beginWord() {
    words[words.count - 1].hasBegun = true
  }

  /// Whether the next byte begins a word.
  var isBetweenWords: Bool { words.last?.hasBegun == false }

  mutating func endWord() {
    guard let word = words.popLast() else { return }
    var next = Word()
    next.followsDashes =
      word.followsDashes || (word.isWhole && word.literal == Array("--".utf8))
    if !word.start.isEmpty, !word.followsDashes { wordStarts.append(word.start) }
    words.append(next)
  }

  mutating func endCommand() {
    endWord()
    words[words.count - 1].followsDashes = false
  }

  mutating func enter(_ part: Part) {
    parts.append(part)
    if case .quoted = part { return }
    words[words.count - 1].isWhole = false
    if case .substitution = part { words.append(Word()) }
  }

  mutating func leave() {
    if case .substitution? = parts.popLast() {
      endWord()
      words.removeLast()
    }
  }

  /// Replaces the backslash before a sign that is meant literally.
  mutating func takeEscaped(_ placeholder: Placeholder, after replacement: String) {
    output += replacement.utf8
    place += 1
    takeText(placeholder.sign.utf8.count)
  }

  /// Writes a reference in place of the sign.
  mutating func take(_ placeholder: Placeholder, as reference: (String) -> String) {
    output += reference("${\(placeholder.rawValue)}").utf8
    placeholders.insert(placeholder)
    if words[words.count - 1].literal.isEmpty { words[words.count - 1].start.append(placeholder) }
    words[words.count - 1].isWhole = false
    beginWord()
    place += placeholder.sign.utf8.count
  }
}

extension ShellScanner.Part {
  var name: String {
    switch self {
    case .script: "the command"
    case .substitution: "$(…)"
    case .quoted: "double quotes"
    case .refusing(let name, _, _): name
    }
  }
}
