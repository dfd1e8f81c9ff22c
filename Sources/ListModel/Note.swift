import TerminalText

/// A note on a row: at least one visible character, line feeds allowed.
package struct Note: Hashable, Sendable, CustomStringConvertible {
  /// The limit in bytes of UTF-8.
  package static let mostBytes = 4_096

  package let text: String

  /// Checks a text; white space around it is removed.
  ///
  /// - Throws: ``NoteError``.
  package init(_ text: String) throws(NoteError) {
    if text.utf8.contains(0) { throw .containsNUL }
    let scalars = text.unicodeScalars
    let body = scalars.drop { $0.properties.isWhitespace }
    guard let last = body.lastIndex(where: { !$0.properties.isWhitespace }) else { throw .empty }
    let trimmed = String(body[...last])
    if trimmed.utf8.count > Self.mostBytes { throw .tooLong }
    self.text = trimmed
  }

  package var description: String { text }

  /// Reads a note from a prompt, which has one line: `↵` ends a line of the note, and `↵↵` is the sign itself.
  ///
  /// - Throws: ``NoteError``.
  package init(typed line: String) throws(NoteError) {
    var text = String.UnicodeScalarView()
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar != Self.lineEnd {
        text.append(scalar)
      } else if rest.first == Self.lineEnd {
        text.append(rest.removeFirst())
      } else {
        // The spaces around the sign are its own.
        if text.last == " " { text.removeLast() }
        text.append("\n")
        if rest.first == " " { rest.removeFirst() }
      }
    }
    try self.init(String(text))
  }

  private static let lineEnd: Unicode.Scalar = "↵"

  /// The note as ``init(typed:)`` reads it.
  package var typed: String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n":
        if line.last == "\r" { line.removeLast() }
        line.append(contentsOf: [" ", Self.lineEnd, " "])
      case Self.lineEnd: line.append(contentsOf: [scalar, scalar])
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  /// The lines, joined by spaces.
  package var oneLine: String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
}

/// Why a text cannot be a note.
package enum NoteError: Error, Equatable, CustomStringConvertible {
  case empty
  case tooLong
  case containsNUL

  package var description: String {
    switch self {
    case .empty: "the note is empty"
    case .tooLong: "a note can have at most \(Note.mostBytes.grouped) bytes"
    case .containsNUL: "a note cannot contain NUL"
    }
  }
}

/// The facts about a row that are not flags.
package struct Remark: Hashable, Sendable {
  package var note: Note?

  /// The end of a snooze, which may be in the past.
  package var until: Moment?

  /// When the row was decided last; `nil` if unknown.
  package var decidedAt: Moment?
  package var decidedBy: String?

  /// On a server, the database role of the author of the decision.
  package var decidedRole: String?

  /// The author of the decision, with the role if that differs; `nil` if unknown.
  package var decider: String? {
    let text = AuthorText.of(decidedBy ?? "", role: decidedRole)
    return text.isEmpty ? nil : text
  }

  /// The verdict of that decision and the revision that it is about, even if it does not count.
  package var verdict: Verdict?
  package var about: String?

  /// The revision that the row has.
  package var revision: String?

  package init(
    note: Note? = nil, until: Moment? = nil, decidedAt: Moment? = nil, decidedBy: String? = nil
  ) {
    self.note = note
    self.until = until
    self.decidedAt = decidedAt
    self.decidedBy = decidedBy
  }
}
