extension LineEditor {
  /// Passes the next character to `body`, once, instead of to the line; `nil` for any other key.
  package func readCharacter(_ body: @escaping @MainActor (Character?) -> Void) {
    characterReader = body
  }

  /// Passes the first ready key to the waiting reader of a character; false without a reader.
  func handOverCharacter() -> Bool {
    guard !readline.ready.isEmpty, characterReader != nil else { return false }
    // Bytes that arrive together are one character, such as a letter with a combining mark.
    let first = String(decoding: readline.ready, as: UTF8.self).first
    let isControl = first?.unicodeScalars.contains { $0.properties.generalCategory == .control }
    if let first, isControl == false {
      readline.ready = readline.ready.dropFirst(String(first).utf8.count)
      endCharacter(first)
    } else {
      // An escape sequence arrives in one piece and is dropped; other control characters are one byte.
      readline.ready = readline.ready.first == 0x1B ? [] : readline.ready.dropFirst()
      endCharacter(nil)
    }
    return true
  }

  /// Ends the reading of a character; false without a reader.
  @discardableResult
  func endCharacter(_ character: Character?) -> Bool {
    guard let reader = characterReader else { return false }
    characterReader = nil
    reader(character)
    return true
  }
}
