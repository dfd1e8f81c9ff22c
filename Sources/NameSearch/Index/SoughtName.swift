/// A name to look up in tables, with its sort key, which is made once.
struct SoughtName {
  let part: KeyPart
  let text: [UInt8]

  /// The source ID, empty without one.
  let sourceID: [UInt8]

  /// The text to show and the number of the row, where numbers distinguish rows.
  let line: (original: [UInt8], number: UInt32)?
  private let collation: Collation

  init(
    _ text: UnsafeRawBufferPointer, sourceID: [UInt8]? = nil,
    line: (original: [UInt8], number: UInt32)? = nil, _ collation: Collation
  ) {
    part = collation.keyPart(of: text)
    self.text = [UInt8](text)
    self.sourceID = sourceID ?? []
    self.line = line
    self.collation = collation
  }

  /// Negative when `other` comes before this name, zero when both texts are the same.
  func order(of other: UnsafeRawBufferPointer) -> Int {
    order(of: other, collation.keyPart(of: other))
  }

  func order(of other: SoughtName) -> Int {
    other.text.withUnsafeBytes { order(of: $0, other.part) }
  }

  private func order(of other: UnsafeRawBufferPointer, _ otherPart: KeyPart) -> Int {
    if otherPart != part { return otherPart < part ? -1 : 1 }
    return text.withUnsafeBytes { text in
      if part.mayGoOn {
        let (key, otherKey) = (collation.key(of: text), collation.key(of: other))
        let byKey = otherKey.withUnsafeBytes { other in
          key.withUnsafeBytes { other.order(against: $0) }
        }
        if byKey != 0 { return byKey }
      }
      return other.order(against: text)
    }
  }
}
