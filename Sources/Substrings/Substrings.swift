// The standard library can do this, too. But then a program that contains the standard library
// contains its regular expressions as well, used or not: 1.3 MB.

extension StringProtocol {
  /// Whether a text occurs in this one; texts are compared byte by byte.
  @inlinable package func includes(_ text: String) -> Bool {
    firstRange(ofText: text) != nil
  }

  /// The first place of a text, which must not be empty.
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

  /// The parts between the places of a text, at least one.
  @inlinable package func parts(separatedBy text: String) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    while let found = self[start...].firstRange(ofText: text) {
      parts.append(self[start..<found.lowerBound])
      start = found.upperBound
    }
    return parts + [self[start...]]
  }

  /// The text with each place of a text replaced by another.
  @inlinable package func replacing(text: String, by other: String) -> String {
    parts(separatedBy: text).joined(separator: other)
  }
}
