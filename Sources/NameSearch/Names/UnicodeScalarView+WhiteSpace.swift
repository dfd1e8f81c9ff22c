extension String.UnicodeScalarView {
  /// The part between the white space at both ends.
  func trimmingWhiteSpace() -> SubSequence {
    let rest = drop(while: \.properties.isWhitespace)
    guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { return rest }
    return rest[...last]
  }
}
