/// The output of a command as lines that are safe to show.
///
/// Colors and attributes are kept as far as ``Style`` supports them. All other sequences are
/// removed, and other control characters are made visible. The bytes may arrive in pieces, split
/// anywhere. A carriage return starts the line again, because programs use it to show progress.
package struct OutputText: Sendable {
  /// The lines, of which the last may be incomplete; at most `mostLines`.
  package var lines: [StyledText] {
    isOpen && complete.count < most ? complete + [open.styled(glyphs: glyphs)] : complete
  }

  /// Whether there were more lines than the limit.
  package private(set) var isCut = false

  private let most: Int
  private let glyphs: Glyphs
  private var decoder = ByteDecoder()
  private var reader = SequenceReader()
  private var rendition = RenditionReader()
  private var style = Style.plain
  private var complete: [StyledText] = []
  private var open = OutputLine()

  /// Whether the last line is incomplete.
  private var isOpen = false

  /// Whether the following text replaces the line.
  private var hasReturned = false

  /// Makes an empty text that keeps the first `mostLines` lines.
  package init(mostLines: Int, glyphs: Glyphs = .unicode) {
    most = mostLines
    self.glyphs = glyphs
  }

  /// Adds *n* bytes in O(*n*).
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where !isCut {
      var scalars: (Unicode.Scalar?, Unicode.Scalar?) = (nil, nil)
      decoder.decode(byte) { if scalars.0 == nil { scalars.0 = $0 } else { scalars.1 = $0 } }
      if let scalar = scalars.0 { append(scalar) }
      if let scalar = scalars.1 { append(scalar) }
    }
  }

  /// Ends the text, which may stop within a character.
  package mutating func finish() {
    if decoder.finish() { append("\u{FFFD}" as Unicode.Scalar) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    var items: (SequenceReader.Item?, SequenceReader.Item?) = (nil, nil)
    reader.read(scalar) { if items.0 == nil { items.0 = $0 } else { items.1 = $0 } }
    if let item = items.0 { take(item) }
    if let item = items.1 { take(item) }
  }

  private mutating func take(_ item: SequenceReader.Item) {
    switch item {
    case .text(let scalar):
      guard complete.count < most else { return isCut = true }
      if hasReturned { restartLine() }
      isOpen = true
      open.append(scalar, style)
    case .lineFeed:
      guard complete.count < most else { return isCut = true }
      complete.append(open.styled(glyphs: glyphs))
      restartLine()
      isOpen = false
    case .carriageReturn:
      hasReturned = true
    case .rendition(let parameters):
      rendition.apply(parameters)
      style = rendition.style
    case .eraseLine(let parameter):
      let isRest = parameter.isEmpty || parameter == "0"
      if parameter == "2" || isRest && hasReturned { restartLine() }
    }
  }

  private mutating func restartLine() {
    open = OutputLine()
    hasReturned = false
  }
}
