/// A checked name: what everything behind the boundary of the program works with.
///
/// Two names are equal when their ``text`` has the same bytes and their source knows them by the same
/// ``sourceID``, or by none; how they were written (composed or not) does not count.
public struct Name: Sendable {
  /// The most bytes a name may have, without the white space around it.
  public static let maximumBytes = 4096

  /// The name in NFC and without the white space around it.
  public let text: String

  /// The name as it came, not normalised, without the white space around it.
  public let original: String

  /// What a source knows the row by that has this name; `nil` where the name is all it is known by.
  ///
  /// It tells rows apart that are called the same.
  public let sourceID: String?

  init(text: String, original: String, sourceID: String?) {
    self.text = text
    self.original = original
    self.sourceID = sourceID
  }

  /// Checks a text and makes it a name.
  ///
  /// - Throws: ``NameError``; a text of any length is refused in linear time.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(_ text: some StringProtocol) throws(NameError) {
    var text = String(text)
    self = try text.withUTF8 { utf8 -> Result<Name, NameError> in
      let bytes = UnsafeRawBufferPointer(utf8)
      return Result { () throws(NameError) in try Name(validating: bytes) }
    }.get()
  }

  /// Checks raw bytes and makes them a name.
  ///
  /// - Parameter bytes: Anything; they are not kept.
  /// - Throws: ``NameError``; input of any length is refused in linear time.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(validating bytes: UnsafeRawBufferPointer) throws(NameError) {
    let checked = try CheckedBytes(bytes)
    original = String(decoding: bytes[checked.range], as: UTF8.self)
    text = checked.normalized.map { String(decoding: $0, as: UTF8.self) } ?? original
    sourceID = nil
  }

  /// The same name of a row that its source knows by an identity of its own.
  ///
  /// - Throws: ``NameError`` when the identity is not such as a name could be.
  public func known(by sourceID: String) throws(NameError) -> Name {
    Name(text: text, original: original, sourceID: try Name(sourceID).text)
  }

  /// The same name of a row that has an identity in a source of many.
  ///
  /// Identities count by their bytes: those that are not letters, digits and signs of ASCII are written as
  /// in `%C3`, so that nothing is normalised or trimmed.
  ///
  /// - Parameters:
  ///   - id: The identity in the source.
  ///   - source: What tells that source from others; it holds no `#`.
  /// - Returns: The name, whose ``sourceID`` is of both.
  /// - Throws: ``NameError`` when the identity is empty or too long for the two together to be a name.
  public func known(by id: String, in source: String) throws(NameError) -> Name {
    if id.isEmpty { throw .empty }
    // No longer one could be short enough.
    var escaped = ""
    for byte in id.utf8.prefix(Self.maximumBytes + 1) {
      if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%") {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        escaped += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return try known(by: "\(source)#\(escaped)")
  }

  /// What tells the source from others whose row this is; `nil` for a bare name.
  public var source: Substring? {
    sourceID.map { id in id[..<(id.utf8.firstIndex(of: UInt8(ascii: "#")) ?? id.endIndex)] }
  }

  /// What its source calls the identity, as it was given to ``known(by:in:)``; `nil` for a bare name.
  public var idInSource: String? {
    guard let id = sourceID, let source else { return nil }
    var bytes: [UInt8] = []
    var rest = id.utf8.dropFirst(source.utf8.count + 1)
    while let byte = rest.popFirst() {
      let digits = String(rest.prefix(2)) ?? ""
      if byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The name by itself, whatever a source knows it by.
  public var bare: Name { Name(text: text, original: original, sourceID: nil) }
}

extension Name: Hashable {
  // By bytes, not as strings: both sides are in NFC already, and String would normalise again.

  /// Whether two names are the same, however they were written.
  public static func == (left: Name, right: Name) -> Bool {
    guard left.text.utf8.elementsEqual(right.text.utf8) else { return false }
    guard let id = left.sourceID, let otherID = right.sourceID else {
      return left.sourceID == nil && right.sourceID == nil
    }
    return id.utf8.elementsEqual(otherID.utf8)
  }

  /// Feeds the identity to a hasher.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    guard var id = sourceID else { return }
    id.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Name: CustomStringConvertible {
  /// The text, as it is; not fit for a terminal.
  public var description: String { text }
}
