// Source IDs of rows from several sources, in the form in which the program stores them: the
// source, `#`, and the ID there.

extension Name {
  /// The limit in bytes of an ID in a source, before it is escaped.
  public static let maximumIDBytes = 1_000

  /// The name of a row that one of several sources identifies by `id`.
  ///
  /// IDs are compared as bytes: `%`, white space and everything but printable ASCII is escaped as
  /// in `%C3`, so nothing is normalized or trimmed. `source` must not contain `#`.
  ///
  /// - Throws: ``NameError`` when the ID is empty or longer than ``maximumIDBytes``, or both together are too long for a
  ///   name.
  package func known(by id: String, in source: String) throws(NameError) -> Name {
    if id.isEmpty { throw .empty }
    let count = id.utf8.count
    if count > Self.maximumIDBytes { throw .longID(bytes: count) }
    var escaped = ""
    for byte in id.utf8 {
      if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%") {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        escaped += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return try known(by: "\(source)#\(escaped)")
  }

  /// The source of the row's ID; `nil` without a source ID.
  package var source: Substring? {
    sourceID.map { id in id[..<(id.utf8.firstIndex(of: UInt8(ascii: "#")) ?? id.endIndex)] }
  }

  /// The original name, with its ID if the row has one: two rows may have the same name.
  package var originalWithID: String { idInSource.map { "\(original) (ID \($0))" } ?? original }

  /// The ID that was given to ``known(by:in:)``; `nil` without a source ID.
  package var idInSource: String? {
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
}
