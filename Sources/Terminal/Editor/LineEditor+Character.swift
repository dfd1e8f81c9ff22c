extension LineEditor {
  /// Takes the next character that is typed for something else than the line.
  ///
  /// - Parameter body: Called once, with the character, or with `nil` for a key that is none.
  package func readCharacter(_ body: @escaping @MainActor (Character?) -> Void) {
    characterReader = body
  }

  /// Gives the first of the keys at hand to whoever waits for a character.
  ///
  /// Returns false if nobody does.
  func handOverCharacter() -> Bool {
    guard !readline.ready.isEmpty, characterReader != nil else { return false }
    // One scalar is not enough for a letter with a mark: what arrives together is one character.
    let first = String(decoding: readline.ready, as: UTF8.self).first
    if let first, !first.unicodeScalars.contains(where: \.isControl) {
      readline.ready = readline.ready.dropFirst(String(first).utf8.count)
      endCharacter(first)
    } else {
      // A sequence comes by itself, so all of it goes; any other control is one byte.
      readline.ready = readline.ready.first == 0x1B ? [] : readline.ready.dropFirst()
      endCharacter(nil)
    }
    return true
  }

  /// Tells whoever waits for a character what came; returns false if nobody does.
  @discardableResult
  func endCharacter(_ character: Character?) -> Bool {
    guard let reader = characterReader else { return false }
    characterReader = nil
    reader(character)
    return true
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
