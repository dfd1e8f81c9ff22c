// Replaces methods of the standard library.
//
// With those, a program that contains the standard library would also contain its regular
// expressions, which take 1.3 MB.

extension StringProtocol {
  /// The characters with which both texts begin.
  package func commonPrefix(with other: some StringProtocol) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }

  /// Whether this text contains another one; texts are compared byte by byte.
  @inlinable package func includes(_ text: String) -> Bool {
    firstRange(ofText: text) != nil
  }

  /// The first place of another text, which must not be empty.
  @inlinable package func firstRange(ofText text: String) -> Range<String.Index>? {
    let wanted = text.utf8
    guard let first = wanted.first else { preconditionFailure("an empty text is everywhere") }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: wanted) { return start..<rest.index(start, offsetBy: wanted.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// The parts of this text between the places of another one; at least one part.
  @inlinable package func parts(separatedBy text: String) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    while let found = self[start...].firstRange(ofText: text) {
      parts.append(self[start..<found.lowerBound])
      start = found.upperBound
    }
    return parts + [self[start...]]
  }

  /// This text with each place of one text replaced by another text.
  @inlinable package func replacing(text: String, by other: String) -> String {
    parts(separatedBy: text).joined(separator: other)
  }
}
