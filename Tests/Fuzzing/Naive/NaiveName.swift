import NameSearch

/// A name according to the documentation: trimmed, then checked in the documented order.
struct NaiveName {
  /// All characters that are White_Space in Unicode, which never changes.
  static let spaces: [[UInt8]] =
    (Array(0x09...0x0D) + [0x20, 0x85, 0xA0, 0x1680] + Array(0x2000...0x200A)
    + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]).map { (value: UInt32) in
      Unicode.Scalar(value).map { Array(String($0).utf8) } ?? []
    }

  /// The bytes without outer white space.
  static func trimmed(_ bytes: some Collection<UInt8>) -> ArraySlice<UInt8> {
    var rest = trimmedOfASCII(Array(bytes)[...])
    while let space = spaces.first(where: { rest.first ?? 0 >= 0x80 && rest.starts(with: $0) }) {
      rest = trimmedOfASCII(rest.dropFirst(space.count))
    }
    while let space = spaces.first(where: {
      rest.last ?? 0 >= 0x80 && rest.suffix($0.count) == $0[...]
    }) {
      rest = trimmedOfASCII(rest.dropLast(space.count))
    }
    return rest
  }

  /// The bytes without outer ASCII white space.
  static func trimmedOfASCII(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }
    let rest = bytes.drop(while: isSpace)
    return rest[..<(rest.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? rest.startIndex)]
  }

  /// Why a name is refused, apart from its length in NFC; `nil` if it is not.
  static func error(_ bytes: some Collection<UInt8>) -> NameError? {
    let name = trimmed(bytes)
    if name.isEmpty { return .empty }
    if name.count > 4096 { return .tooLong(bytes: name.count) }
    if String(validating: name, as: UTF8.self) == nil { return .invalidUTF8 }
    return name.contains(0) ? .containsNUL : nil
  }
}

extension String {
  /// Whether this standard library and ICU certainly agree on the normal form.
  ///
  /// They may have different versions of Unicode, and the older one does not know new letters.
  var isOfOldUnicode: Bool {
    utf8.allSatisfy { $0 < 0x80 }
      || unicodeScalars.allSatisfy { $0.properties.age.map { $0.major < 15 } ?? false }
  }
}
