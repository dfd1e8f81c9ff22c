/// A validated name.
///
/// Two names are equal if ``text`` and ``sourceID`` are equal as bytes and ``number`` is the same, whatever
/// ``original`` is.
public struct Name: Sendable {
  /// The greatest length of a name in bytes, without outer white space.
  public static let maximumBytes = 4096

  /// The name in NFC, without outer white space.
  public let text: String

  /// The name as given, not normalized, without outer white space.
  public let original: String

  /// The row's ID in its source, which distinguishes rows with the same text; `nil` if none.
  public let sourceID: String?

  /// The number of the row in its input, from 0, if numbers distinguish rows; otherwise `nil`.
  public let number: UInt32?

  init(text: String, original: String, sourceID: String?, number: UInt32? = nil) {
    self.text = text
    self.original = original
    self.sourceID = sourceID
    self.number = number
  }

  /// Validates a text, in linear time even if it is refused.
  ///
  /// - Throws: ``NameError``.
  public init(_ text: some StringProtocol) throws(NameError) {
    var text = String(text)
    self = try text.withUTF8 { utf8 -> Result<Name, NameError> in
      let bytes = UnsafeRawBufferPointer(utf8)
      return Result { () throws(NameError) in try Name(validating: bytes) }
    }.get()
  }

  /// Validates raw bytes, in linear time even if they are refused.
  ///
  /// - Throws: ``NameError``.
  public init(validating bytes: UnsafeRawBufferPointer) throws(NameError) {
    let checked = try CheckedBytes(bytes)
    original = String(decoding: bytes[checked.range], as: UTF8.self)
    text = checked.normalized.map { String(decoding: $0, as: UTF8.self) } ?? original
    (sourceID, number) = (nil, nil)
  }

  /// The name of a row that its source identifies by `sourceID`.
  ///
  /// - Throws: ``NameError`` when the ID is not a valid name.
  public func known(by sourceID: String) throws(NameError) -> Name {
    Name(text: text, original: original, sourceID: try Name(sourceID).text)
  }

  /// The name without a source ID or a number.
  public var bare: Name { Name(text: text, original: original, sourceID: nil) }
}

extension Name: Hashable {
  // By bytes: both sides are in NFC, and comparing strings would normalize again.

  /// Whether two names have the same text, source ID and number.
  public static func == (left: Name, right: Name) -> Bool {
    guard left.number == right.number, left.text.utf8.elementsEqual(right.text.utf8) else {
      return false
    }
    guard let id = left.sourceID, let otherID = right.sourceID else {
      return left.sourceID == nil && right.sourceID == nil
    }
    return id.utf8.elementsEqual(otherID.utf8)
  }

  /// Hashes the text, the source ID and the number.
  public func hash(into hasher: inout Hasher) {
    if let number { hasher.combine(number) }
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    guard var id = sourceID else { return }
    id.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Name: CustomStringConvertible {
  /// The text, which is not escaped for a terminal.
  public var description: String { text }
}
