extension DefaultStringInterpolation {
  /// A JSON string literal (RFC 8259), with its quotes.
  ///
  /// Control and format characters become `\uXXXX`, so the output is safe on a terminal.
  package mutating func appendInterpolation(json text: String) {
    // The usual case: most texts need no escapes, and lists are long.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      appendLiteral("\"")
      appendLiteral(text)
      return appendLiteral("\"")
    }
    appendLiteral("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": appendLiteral("\\\"")
      case "\\": appendLiteral("\\\\")
      case "\n": appendLiteral("\\n")
      case "\r": appendLiteral("\\r")
      case "\t": appendLiteral("\\t")
      case " "..."~": appendLiteral(String(scalar))
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            appendLiteral("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
          }
        default: appendLiteral(String(scalar))
        }
      }
    }
    appendLiteral("\"")
  }
}

/// The text of an object, with members in the order in which they were added.
package struct JSONObject: Sendable {
  private var members = "{"

  package init() {}

  package var isEmpty: Bool { members.utf8.count == 1 }

  /// The object without white space, on one line.
  package var text: String { members + "}" }

  /// Adds a member with any value, given as JSON.
  package mutating func add(_ name: String, json value: String) {
    members += isEmpty ? "\(json: name):" : ",\(json: name):"
    members += value
  }

  /// Adds a string, unless it is `nil`.
  package mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, json: "\(json: text)") }
  }

  /// Adds a number, unless it is `nil`.
  package mutating func add(_ name: String, _ number: Int?) {
    if let number { add(name, json: "\(number)") }
  }

  /// Adds a truth value, unless it is `nil`.
  package mutating func add(_ name: String, _ flag: Bool?) {
    if let flag { add(name, json: "\(flag)") }
  }
}
