/// Splits a text into words like a POSIX shell, including quotes and positional parameters in them.
struct NaiveShell {
  /// An unclosed quote, a backslash at the end, or a parameter outside of quotes.
  struct Unfinished: Error {}

  private(set) var words: [[UInt8]] = []
  private var rest: ArraySlice<UInt8>
  private var word: [UInt8]?
  private let parameters: [[UInt8]]?

  private static let backslash = UInt8(ascii: "\\")
  private static let blanks = Array(" \t\n".utf8)

  /// - Throws: ``Unfinished`` for an unclosed quote, or a backslash at the end.
  init(_ text: [UInt8], parameters: [[UInt8]]? = nil) throws(Unfinished) {
    self.parameters = parameters
    rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'"): try readQuoted()
      case UInt8(ascii: "\""): try readDoubleQuoted()
      case Self.backslash:
        guard let next = rest.popFirst() else { throw Unfinished() }
        if next != 0x0A { add(next) }
      case UInt8(ascii: "#") where word == nil: rest = rest.drop { $0 != 0x0A }
      case UInt8(ascii: "$") where parameters != nil: throw Unfinished()
      case _ where Self.blanks.contains(byte): endWord()
      default: add(byte)
      }
    }
    endWord()
  }

  private mutating func add(_ byte: UInt8) {
    word = (word ?? []) + [byte]
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  private mutating func readQuoted() throws(Unfinished) {
    word = word ?? []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "'") { return }
      add(byte)
    }
    throw Unfinished()
  }

  private mutating func readDoubleQuoted() throws(Unfinished) {
    word = word ?? []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return }
      if byte == Self.backslash, let next = rest.first, "\"\\$`\n".utf8.contains(next) {
        rest = rest.dropFirst()
        if next != 0x0A { add(next) }
      } else if byte == UInt8(ascii: "$"), let value = parameter() {
        word = (word ?? []) + value
      } else {
        add(byte)
      }
    }
    throw Unfinished()
  }

  /// The value of a parameter such as `${1}`, after the dollar sign.
  private mutating func parameter() -> [UInt8]? {
    let sign = Array(rest.prefix(3))
    guard let parameters, sign.count == 3, sign[0] == UInt8(ascii: "{"),
      sign[2] == UInt8(ascii: "}"),
      parameters.indices.contains(Int(sign[1]) - 49)
    else { return nil }
    rest = rest.dropFirst(3)
    return parameters[Int(sign[1]) - 49]
  }
}
