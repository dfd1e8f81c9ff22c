/// The searched or shown text of a line, which may contain any bytes.
///
/// A line is searched like a name: trimmed, in NFC, of limited length. It is shown with its white space.
struct LineText {
  /// The offsets of the text in the given bytes, without outer white space.
  private let range: Range<Int>

  /// The text in NFC; `nil` if the given bytes are valid and in NFC.
  private let normalized: [UInt8]?

  /// Whether all given bytes can be shown as they are.
  private let isValid: Bool

  let isASCII: Bool

  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    do throws(NameError) {
      let checked = try CheckedBytes(bytes)
      (range, normalized) = (checked.range, checked.normalized)
      // With the white space around it, the text can still be too long to be shown.
      (isValid, isASCII) = (bytes.count <= Name.maximumBytes, checked.isASCII)
    } catch {
      let mended = MendedBytes(bytes)
      (range, normalized) = (mended.range, mended.mended)
      let isBlank = if case .empty = error { bytes.count <= Name.maximumBytes } else { false }
      (isValid, isASCII) = (isBlank, isBlank)
    }
  }

  /// Passes the text to search to `body`.
  func withBytes<Result>(
    of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if let normalized { return normalized.withUnsafeBytes(body) }
    return body(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  /// Passes the text to show to `body`.
  func withShown<Result>(
    of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    isValid ? body(bytes) : withBytes(of: bytes, body)
  }
}
