/// A line with SGR sequences, converted to its visible text and the styles of its parts.
///
/// All escape sequences are removed, as from the output of a preview.
package struct ColoredText: Sendable {
  /// The UTF-8 of the text; invalid bytes become U+FFFD, or are unchanged.
  package private(set) var bytes: [UInt8] = []

  /// The styles, each with the offset in `bytes` at which it starts, ascending.
  package private(set) var styles: [(offset: Int, style: Style)] = []

  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ line: some Sequence<UInt8>, keepsInvalid: Bool = false) {
    var decoder = ByteDecoder()
    var reader = SequenceReader()
    var rendition = RenditionReader()
    var scalars: [Unicode.Scalar] = []
    // The bytes of the incomplete character.
    var source: [UInt8] = []
    func take(_ item: SequenceReader.Item, _ text: inout ColoredText) {
      switch item {
      case .text(let scalar): text.append(scalar, rendition.style)
      case .lineFeed: text.append("\n", rendition.style)
      case .carriageReturn: text.append("\r", rendition.style)
      case .rendition(let parameters): rendition.apply(parameters)
      case .eraseLine: break
      }
    }
    var items: [SequenceReader.Item] = []
    for byte in line {
      decoder.decode(byte) { scalars.append($0) }
      // The first byte of a character ends an incomplete character before it.
      let ended = scalars.count == 2 || decoder.isInside && !scalars.isEmpty ? source : nil
      source = ended == nil ? source + [byte] : [byte]
      for (place, scalar) in scalars.enumerated() {
        reader.read(scalar) { items.append($0) }
        let bytes = place == 0 ? ended ?? source : source
        for item in items {
          if keepsInvalid, item == .text("\u{FFFD}") {
            self.bytes += bytes
          } else {
            take(item, &self)
          }
        }
        items.removeAll(keepingCapacity: true)
      }
      if !decoder.isInside { source = [] }
      scalars.removeAll(keepingCapacity: true)
    }
    guard decoder.finish() else { return }
    if keepsInvalid { bytes += source } else { append("\u{FFFD}", rendition.style) }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ style: Style) {
    if styles.last?.style ?? .plain != style { styles.append((bytes.count, style)) }
    bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }
}
