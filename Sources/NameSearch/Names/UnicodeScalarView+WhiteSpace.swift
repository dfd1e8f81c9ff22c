extension String.UnicodeScalarView {
  func trimmingWhiteSpace() -> SubSequence {
    let rest = drop(while: \.properties.isWhitespace)
    guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { return rest }
    return rest[...last]
  }
}
