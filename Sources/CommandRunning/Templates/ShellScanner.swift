/// Goes through a POSIX shell script, and replaces the placeholders.
///
/// It recognizes quotes, substitutions, comments, and the boundaries of words and commands. If it
/// were wrong about quotes, a value could be split or appear as `${1}`, but it would not be
/// executed, because only references are put into the script.
struct ShellScanner {
  /// A part of the script with its own rules.
  enum Part: Equatable {
    /// The script itself.
    case script

    /// `$(…)`, with the number of open parentheses.
    case substitution(open: Int)

    /// Between double quotes.
    case quoted

    /// A part whose content bash executes as code, or in which quotes differ between shells. `open`
    /// counts nested parentheses.
    case refusing(String, end: UInt8, open: Int)
  }

  /// The current word, and what is known about its command.
  struct Word {
    var literal: [UInt8] = []

    /// Whether its text is known completely; the result of a placeholder or a substitution is not.
    var isWhole = true

    /// The placeholders at its start.
    var start: [Placeholder] = []
    var hasBegun = false

    /// Whether a `--` precedes it in its command.
    var followsDashes = false

    /// A placeholder in the word, or in a substitution in the word.
    var placeholder: Placeholder?
  }

  /// The script, or an open substitution in it.
  private struct Level {
    var word = Word()

    /// The previous words of the command.
    var command: [CommandWord] = []

    /// Whether the word is the target of a redirection.
    var isRedirected = false

    /// A placeholder that occurred.
    var placeholder: Placeholder?
  }

  let source: [UInt8]
  var place = 0
  private(set) var output: [UInt8] = []
  private(set) var placeholders: Set<Placeholder> = []
  private(set) var fields: [String] = []
  private let takesFields: Bool
  private(set) var wordStarts: [[Placeholder]] = []
  var parts: [Part] = [.script]

  private var levels = [Level()]

  /// The first placeholder in the script of another shell.
  private var refusal: CommandRefusal?

  private var word: Word {
    get { levels[levels.count - 1].word }
    set { levels[levels.count - 1].word = newValue }
  }

  init(_ source: String, takesFields: Bool) {
    self.source = Array(source.utf8)
    self.takesFields = takesFields
  }

  mutating func scan() throws(CommandRefusal) {
    while place < source.count { try step() }
    endCommand()
    if let part = parts.last, part != .script { throw .unfinished(part.name) }
    if let refusal { throw refusal }
  }

  /// The placeholder that begins at a distance from the present byte.
  func placeholder(_ distance: Int = 0) -> Placeholder? {
    Placeholder.beginning(at: place + distance, of: source, takesFields: takesFields)
  }

  /// The number of the positional parameter that has the value.
  private mutating func parameter(of placeholder: Placeholder) -> Int {
    if case .field(let numbers) = placeholder, !fields.contains(numbers) { fields.append(numbers) }
    return (Placeholder.inOrder(fields: fields).firstIndex(of: placeholder) ?? 0) + 1
  }

  // MARK: What the steps do

  /// The byte at a distance from the present one, or 0.
  func byte(_ distance: Int = 0) -> UInt8 {
    place + distance < source.count ? source[place + distance] : 0
  }

  func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { source[place...].starts(with: $0) }
  }

  /// Copies bytes of the word; the first `quoting` bytes only quote others.
  mutating func takeText(_ count: Int = 1, quoting: Int = 0) {
    let taken = source[place..<min(place + count, source.count)]
    output += taken
    word.literal += taken.dropFirst(quoting)
    word.hasBegun = true
    place += count
  }

  /// Copies quotes, operators or spaces.
  mutating func takeSyntax(_ count: Int = 1) {
    output += source[place..<min(place + count, source.count)]
    place += count
  }

  mutating func beginWord() {
    word.hasBegun = true
  }

  /// Whether no word has begun.
  var isBetweenWords: Bool { !word.hasBegun }

  mutating func endWord() {
    let ended = word
    word = Word()
    word.followsDashes =
      ended.followsDashes || (ended.isWhole && ended.literal == Array("--".utf8))
    if !ended.start.isEmpty, !ended.followsDashes { wordStarts.append(ended.start) }
    guard ended.hasBegun else { return }
    let last = levels.count - 1
    if !levels[last].isRedirected {
      let text = String(decoding: ended.literal, as: UTF8.self)
      levels[last].command.append(CommandWord(text: text, placeholder: ended.placeholder))
    }
    levels[last].isRedirected = false
  }

  mutating func endCommand() {
    endWord()
    word.followsDashes = false
    let command = levels[levels.count - 1].command
    levels[levels.count - 1].command = []
    levels[levels.count - 1].isRedirected = false
    do { try ScriptWords.check(command) } catch { refusal = refusal ?? error }
  }

  /// Ends a word before the target of a redirection.
  mutating func endWordBeforeTarget() {
    endWord()
    levels[levels.count - 1].isRedirected = true
  }

  mutating func enter(_ part: Part) {
    parts.append(part)
    if case .quoted = part { return }
    word.isWhole = false
    if case .substitution = part { levels.append(Level()) }
  }

  mutating func leave() {
    guard case .substitution? = parts.popLast() else { return }
    endCommand()
    if let placeholder = levels.removeLast().placeholder { note(placeholder) }
  }

  private mutating func note(_ placeholder: Placeholder) {
    word.placeholder = word.placeholder ?? placeholder
    levels[levels.count - 1].placeholder = placeholder
  }

  /// Removes the backslash before a literal `{}`.
  mutating func takeEscaped(_ placeholder: Placeholder, after replacement: String) {
    output += replacement.utf8
    place += 1
    takeText(placeholder.sign.utf8.count)
  }

  /// Writes a reference in place of the placeholder.
  mutating func take(_ placeholder: Placeholder, as reference: (String) -> String) {
    placeholders.insert(placeholder)
    output += reference("${\(parameter(of: placeholder))}").utf8
    if word.literal.isEmpty { word.start.append(placeholder) }
    word.isWhole = false
    note(placeholder)
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
