/// A key of `--expect`: it accepts rows as Enter does, and is printed before them.
package struct ExpectedKey: Hashable, Sendable {
  /// How a key press reaches the browser.
  package enum Press: Hashable, Sendable {
    case enter
    case escape

    /// C-d: on an empty line, readline reports the end of the input; otherwise it deletes a character.
    case endOfInput

    /// The sequences that terminals send for it, in readline's notation; the first one identifies
    /// it.
    case sequences([String])
  }

  /// Why a text is not the name of a key that `--expect` takes.
  package struct Refusal: Error, Equatable {
    package let reason: String
  }

  /// The key's name as the user wrote it, and as it is printed.
  package let name: String
  package let press: Press

  /// Reads the name of a key in fzf's notation, such as `ctrl-x`, `alt-a`, `f1` or `?`.
  package init(_ name: String) throws(Refusal) {
    self.name = name
    let scalars = Array(name.unicodeScalars)
    if scalars.count == 1 {
      guard (0x21...0x7E).contains(scalars[0].value) else { throw Self.unknown(name) }
      press = .sequences([Self.escaped(scalars[0])])
      return
    }
    let word = name.lowercased()
    if let press = Self.named[word] {
      self.press = press
    } else if word.hasPrefix("ctrl-alt-"), let letter = Self.letter(word.dropFirst(9)) {
      press = .sequences(["\\e\\C-\(letter)"])
    } else if word.hasPrefix("ctrl-"), let letter = Self.letter(word.dropFirst(5)) {
      if letter == "c" || letter == "z" {
        throw Refusal(reason: "\(name) belongs to the terminal and cannot be used")
      }
      press = .sequences(["\\C-\(letter)"])
    } else if word.hasPrefix("alt-"), scalars.count == 5,
      case let scalar = scalars[4], (0x21...0x7E).contains(scalar.value)
    {
      // Other keys send sequences that begin with these bytes.
      if ["[", "O"].contains(scalar) {
        throw Refusal(reason: "\(name) cannot be told apart from the cursor keys")
      }
      press = .sequences(["\\e" + Self.escaped(scalar)])
    } else {
      throw Self.unknown(name)
    }
  }

  /// Reads names separated by commas; a comma alone is a key as well.
  package static func list(_ text: String) throws(Refusal) -> [ExpectedKey] {
    var names: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      // A name has at least one character, which may be the comma.
      let end = rest.dropFirst().firstIndex(of: ",") ?? rest.endIndex
      var name = rest[..<end]
      if name.lowercased() == "alt-", end != rest.endIndex { name = rest[...end] }
      names.append(String(name))
      rest = rest[name.endIndex...].dropFirst()
    }
    if names.isEmpty { throw Refusal(reason: "no key given") }
    var keys: [ExpectedKey] = []
    for name in names { keys.append(try ExpectedKey(name)) }
    return keys
  }

  /// The name of the command that the key is bound to.
  package var readlineName: String { "targets-expect-\(name)" }

  private static func unknown(_ name: String) -> Refusal {
    Refusal(reason: "no key “\(name)”; keys have names such as ctrl-x, alt-a, f1, enter or ?")
  }

  private static func letter(_ text: Substring) -> Character? {
    guard text.count == 1, let letter = text.first, ("a"..."z").contains(letter) else { return nil }
    return letter
  }

  /// A character in readline's notation.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    ["\\", "\"", "'"].contains(scalar) ? "\\\(scalar)" : String(scalar)
  }

  private static let named: [String: Press] = {
    var keys: [String: Press] = [
      "enter": .enter, "return": .enter, "ctrl-m": .enter, "esc": .escape, "ctrl-[": .escape,
      "ctrl-d": .endOfInput, "tab": .sequences(["\\t"]), "ctrl-i": .sequences(["\\t"]),
      "btab": .sequences(["\\e[Z"]), "shift-tab": .sequences(["\\e[Z"]),
      "space": .sequences([" "]), "ctrl-space": .sequences(["\\C-@"]),
      "bspace": .sequences(["\\C-?"]), "bs": .sequences(["\\C-?"]),
      "up": .sequences(["\\e[A"]), "down": .sequences(["\\e[B"]),
      "right": .sequences(["\\e[C"]), "left": .sequences(["\\e[D"]),
      "home": .sequences(["\\e[H", "\\e[1~"]), "end": .sequences(["\\e[F", "\\e[4~"]),
      "insert": .sequences(["\\e[2~"]), "del": .sequences(["\\e[3~"]),
      "pgup": .sequences(["\\e[5~"]), "page-up": .sequences(["\\e[5~"]),
      "pgdn": .sequences(["\\e[6~"]), "page-down": .sequences(["\\e[6~"]),
      "alt-enter": .sequences(["\\e\\C-m"]), "alt-space": .sequences(["\\e "]),
      "alt-bspace": .sequences(["\\e\\C-?"]), "alt-bs": .sequences(["\\e\\C-?"]),
      "backspace": .sequences(["\\C-?"]), "alt-backspace": .sequences(["\\e\\C-?"]),
      "delete": .sequences(["\\e[3~"]), "ctrl-]": .sequences(["\\035"]),
      "ctrl-^": .sequences(["\\036"]), "ctrl-6": .sequences(["\\036"]),
      "ctrl-/": .sequences(["\\037"]), "ctrl-_": .sequences(["\\037"]),
    ]
    let modifiers = [
      "shift": 2, "alt": 3, "alt-shift": 4, "shift-alt": 4, "ctrl": 5, "ctrl-shift": 6,
      "ctrl-alt": 7, "ctrl-alt-shift": 8,
    ]
    let cursorKeys = ["up": "A", "down": "B", "right": "C", "left": "D", "home": "H", "end": "F"]
    let otherKeys = [
      "insert": 2, "del": 3, "delete": 3, "pgup": 5, "page-up": 5, "pgdn": 6, "page-down": 6,
    ]
    for (modifier, code) in modifiers {
      for (key, letter) in cursorKeys {
        keys["\(modifier)-\(key)"] = .sequences(["\\e[1;\(code)\(letter)"])
      }
      for (key, number) in otherKeys {
        keys["\(modifier)-\(key)"] = .sequences(["\\e[\(number);\(code)~"])
      }
    }
    // Most terminals send other sequences for the first four keys, and consoles for the first five.
    let codes = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
    for (place, code) in codes.enumerated() {
      var forms = ["\\e[\(code)~"]
      if place < 4 { forms.append("\\eO\(["P", "Q", "R", "S"][place])") }
      if place < 5 { forms.append("\\e[[\(["A", "B", "C", "D", "E"][place])") }
      keys["f\(place + 1)"] = .sequences(forms)
    }
    return keys
  }()
}
