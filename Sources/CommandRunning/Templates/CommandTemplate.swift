import ShellText

/// A command as arguments without a shell, with placeholders for the parts of a row.
///
/// `{}`, `{id}`, `{detail}` and `{note}` are replaced wherever they stand in an argument, `\{}` is a
/// literal `{}`. Without any of them, the name is appended as the last argument.
package struct CommandTemplate: Equatable, Sendable {
  private enum Piece: Equatable {
    case text(String)
    case value(Placeholder)
  }

  private struct Argument: Equatable {
    let pieces: [Piece]

    /// Whether a value at the start of this argument must not begin with a dash.
    let refusesDash: Bool
  }

  private let arguments: [Argument]

  /// Parses a program and its arguments.
  ///
  /// A value with a dash at the start of an argument is refused, unless a `--` precedes it or
  /// `allowsDash` is true.
  ///
  /// - Throws: ``CommandRefusal/noCommand`` without a program, and
  ///   ``CommandRefusal/script(_:reader:)`` for a placeholder in a word that another program reads
  ///   as a script, unless `allowsShell` is true.
  package init(
    _ words: [String], allowsDash: Bool = false, allowsShell: Bool = false
  ) throws(CommandRefusal) {
    guard let program = words.first, !program.isEmpty else { throw .noCommand }
    if words.contains(where: { $0.utf8.contains(0) }) { throw .unsupported("NUL") }
    var parsed = words.map(Self.pieces)
    let isPlain = !parsed.joined().contains { if case .value = $0 { true } else { false } }
    if isPlain { parsed.append([.value(.name)]) }
    if !allowsShell { try ScriptWords.check(parsed.map(Self.word)) }
    let end = words.dropFirst().firstIndex(of: "--") ?? words.endIndex
    let isEnded = end < words.endIndex
    arguments = parsed.enumerated().map { place, pieces in
      Argument(pieces: pieces, refusesDash: !allowsDash && !(isEnded && place > end))
    }
  }

  /// The program and its arguments for a row.
  ///
  /// - Throws: ``CommandRefusal`` if a value is missing, contains NUL or would be an option.
  package func arguments(for row: CommandRow) throws(CommandRefusal) -> [String] {
    var result: [String] = []
    result.reserveCapacity(arguments.count)
    for argument in arguments { result.append(try text(of: argument, for: row)) }
    return result
  }

  /// The command as people read it: quoted for a shell, with a word in capitals in place of each value.
  package var text: String {
    get throws(CommandRefusal) {
      let words = CommandRow(
        name: "NAME", id: "ID", detail: "DETAIL", note: "NOTE", revision: "REVISION")
      return ShellLine(try arguments(for: words)).text
    }
  }

  /// The placeholders that occur, at least one.
  package var placeholders: Set<Placeholder> {
    Set(
      arguments.flatMap(\.pieces).compactMap {
        if case .value(let value) = $0 { value } else { nil }
      })
  }

  private func text(
    of argument: Argument, for row: CommandRow
  ) throws(CommandRefusal) -> String {
    var text = ""
    for piece in argument.pieces {
      switch piece {
      case .text(let literal): text += literal
      case .value(let placeholder): text += try row.checkedValue(of: placeholder)
      }
    }
    if argument.refusesDash, case .value(let first)? = argument.pieces.first,
      text.utf8.first == UInt8(ascii: "-")
    {
      throw .dash(first, row: row.label)
    }
    return text
  }

  private static func word(_ pieces: [Piece]) -> CommandWord {
    var word = CommandWord()
    for piece in pieces {
      switch piece {
      case .text(let text): word.text += text
      case .value(let placeholder):
        if word == CommandWord() { word.beginsWithValue = true }
        word.placeholder = word.placeholder ?? placeholder
      }
    }
    return word
  }

  private static func pieces(of word: String) -> [Piece] {
    let bytes = Array(word.utf8)
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    func flush() {
      if !literal.isEmpty { pieces.append(.text(String(decoding: literal, as: UTF8.self))) }
      literal = []
    }
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\\"),
        let escaped = Placeholder.beginning(at: place + 1, of: bytes)
      {
        literal += escaped.sign.utf8
        place += 1 + escaped.sign.utf8.count
      } else if let placeholder = Placeholder.beginning(at: place, of: bytes) {
        flush()
        pieces.append(.value(placeholder))
        place += placeholder.sign.utf8.count
      } else {
        literal.append(bytes[place])
        place += 1
      }
    }
    flush()
    return pieces
  }
}

extension CommandRow {
  func checkedValue(of placeholder: Placeholder) throws(CommandRefusal) -> String {
    guard let value = value(of: placeholder) else { throw .missing(placeholder, row: label) }
    if value.utf8.contains(0) { throw .containsNUL(placeholder, row: label) }
    return value
  }
}
