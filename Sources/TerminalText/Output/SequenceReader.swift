/// Separates the escape sequences of a text from its visible text.
///
/// Complete sequences disappear, except for those that set a style or erase the line. The beginning
/// of an incomplete sequence is shown.
struct SequenceReader {
  enum Item: Equatable {
    case text(Unicode.Scalar)
    case lineFeed, carriageReturn

    /// The parameters of SGR.
    case rendition(String)

    /// The parameter of “erase in line”.
    case eraseLine(String)
  }

  private enum Place {
    case text

    /// After Esc.
    case escape

    /// After Esc and a character that is followed by one more, such as a character set.
    case designation

    /// After the introducer of a control sequence, with the parameters so far.
    case control(String)

    /// Within a string for the terminal, such as a title or a link.
    case string

    /// In such a string, after Esc.
    case stringEscape
  }

  /// Longer parameters are dropped with their sequence.
  private static let mostParameters = 64

  private var place = Place.text

  /// Passes the items that a scalar completes to `body`, at most two.
  mutating func read(_ scalar: Unicode.Scalar, _ body: (Item) -> Void) {
    // A line end also ends a sequence, so that a broken one hides no more than the rest of the line.
    if scalar == "\n" || scalar == "\u{18}" || scalar == "\u{1A}" {
      place = .text
      return show(scalar, body)
    }
    switch place {
    case .text: show(scalar, body)
    case .escape: readAfterEscape(scalar, body)
    case .designation: place = .text
    case .control(let parameters): readControl(scalar, parameters, body)
    case .string:
      if scalar == "\u{1B}" { place = .stringEscape }
      if scalar == "\u{7}" || scalar == "\u{9C}" { place = .text }
    case .stringEscape:
      place = .text
      if scalar != "\\" { readAfterEscape(scalar, body) }
    }
  }

  private mutating func show(_ scalar: Unicode.Scalar, _ body: (Item) -> Void) {
    switch scalar {
    case "\u{1B}": place = .escape
    case "\n": body(.lineFeed)
    case "\r": body(.carriageReturn)
    default: body(.text(scalar))
    }
  }

  private mutating func readAfterEscape(_ scalar: Unicode.Scalar, _ body: (Item) -> Void) {
    switch scalar {
    case "[": place = .control("")
    case "]", "P", "X", "^", "_": place = .string
    case " "..."/": place = .designation
    case "0"..."~": place = .text
    default:
      place = .text
      body(.text("\u{1B}"))
      show(scalar, body)
    }
  }

  private mutating func readControl(
    _ scalar: Unicode.Scalar, _ parameters: String, _ body: (Item) -> Void
  ) {
    switch scalar {
    case " "..."?":
      // One more byte than allowed marks a sequence that is too long.
      if parameters.utf8.count <= Self.mostParameters {
        place = .control(parameters + String(Character(scalar)))
      }
    case "@"..."~":
      place = .text
      guard parameters.utf8.count <= Self.mostParameters else { return }
      if scalar == "m" { body(.rendition(parameters)) }
      if scalar == "K" { body(.eraseLine(parameters)) }
    default:
      place = .text
      show(scalar, body)
    }
  }
}
