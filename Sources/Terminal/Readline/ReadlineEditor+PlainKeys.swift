import CReadline
import Glibc

// The keymap in which letters are commands.

extension ReadlineEditor {
  /// Makes the keymap in which letters are commands, and digits give the number for a command.
  func addPlainMap() -> Keymap? {
    guard let plainKeys = configuration.plainKeys, let map = rl_make_bare_keymap() else {
      return nil
    }
    // readline keeps the name.
    rl_set_keymap_name(strdup(plainKeys.keymap), map)
    for key in Int32(0x20)...0x7E { rl_bind_key_in_map(key, Self.unknownKeyCalled, map) }
    for digit in 0...9 { rl_bind_keyseq_in_map("\(digit)", rl_digit_argument, map) }
    plainMap = map
    return map
  }

  /// Those of some keys that the user's inputrc has bound where letters are commands.
  ///
  /// A key without a command, or with one of `commands`, reaches the program as that key.
  func keysTaken(of keys: [Character], exceptBy commands: Set<String>) -> [Character] {
    guard let plainMap else { return [] }
    func address(_ function: Command) -> UnsafeRawPointer {
      unsafeBitCast(function, to: UnsafeRawPointer.self)
    }
    // As readline has them: an optimized program has several copies of the functions in the header.
    let allowed =
      [address(Self.unknownKeyCalled)] + commands.compactMap { rl_named_function($0).map(address) }
    return keys.filter { key in
      guard let place = key.asciiValue.map({ Int($0) }) else { return false }
      let entry = plainMap[place]
      guard entry.type == CChar(ISFUNC), let function = entry.function else { return true }
      return !allowed.contains(address(function))
    }
  }

  /// Letters are text in the keymap of the user's editing mode.
  func chooseKeymap() {
    if takesPlainKeys, let plainMap {
      rl_set_keymap(plainMap)
    } else {
      rl_set_keymap_from_edit_mode()
    }
  }

  /// Takes the next key if it calls nothing where letters are commands: a control key, or a character that is
  /// not in ASCII, whose bytes readline would take for keys of their own.
  ///
  /// - Returns: The key as the help writes it; `nil` if readline is to handle it.
  func takeUnknownKey() -> String? {
    // While `takesEscape`, readline is within a sequence of keys.
    guard takesPlainKeys, !takesEscape, !isTypingArgument, let first = ready.first,
      !isBound([first])
    else { return nil }
    if first < 0x80 {
      // readline handles the key for the end of the input before its keymap.
      guard first < 0x20, first != Self.endOfInputKey else { return nil }
      ready.removeFirst()
      return KeyName.of(first)
    }
    let rest = ready.dropFirst().prefix { $0 & 0xC0 == 0x80 }
    let character = ready.prefix(1 + rest.count)
    guard let text = String(validating: character, as: UTF8.self) else { return nil }
    ready.removeFirst(character.count)
    return text
  }

  private static let endOfInputKey: UInt8 = 0x04

  /// Called by readline for a printable key without a command.
  private static let unknownKeyCalled: Command = { count, key in
    MainActor.assumeIsolated {
      guard let scalar = Unicode.Scalar(UInt32(bitPattern: key)) else { return }
      let argument = creadline_has_argument() == 0 ? nil : Int(count)
      ReadlineEditor.active?.onRequest(.unknown(String(Character(scalar)), argument: argument))
    }
    return 0
  }
}
