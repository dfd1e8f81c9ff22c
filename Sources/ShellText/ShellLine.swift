/// A command as one line of text that runs it when given to a POSIX shell.
///
/// Invisible and control characters are written in octal, so the line is harmless and always a single line.
package struct ShellLine: Equatable, Sendable {
  package let text: String

  /// Quotes a program and its arguments, which must not contain NUL.
  package init(_ arguments: [String]) {
    var assignments: [String] = []
    let words = arguments.enumerated().map { place, argument in
      if !argument.unicodeScalars.contains(where: Self.isHidden) {
        return Self.quoted(argument, isProgram: place == 0)
      }
      let octal = Self.printf(argument)
      guard argument.utf8.last == UInt8(ascii: "\n") else { return "\"$(printf '\(octal)')\"" }
      // A command substitution removes line feeds at its end, hence the dot.
      assignments.append("a\(place)=$(printf '\(octal).')")
      return "\"${a\(place)%.}\""
    }
    let command = words.joined(separator: " ")
    text =
      assignments.isEmpty ? command : "(" + (assignments + [command]).joined(separator: "; ") + ")"
  }

  private static func quoted(_ argument: String, isProgram: Bool) -> String {
    let isPlain = argument.utf8.allSatisfy { byte in
      isLetterOrDigit(byte) || "_./:@%+,-".utf8.contains(byte)
        || byte == UInt8(ascii: "=") && !isProgram
    }
    if isPlain, !argument.isEmpty, !(isProgram && reservedWords.contains(argument)) {
      return argument
    }
    // By scalars, because the shell sees a quote even if a combining accent follows it.
    return "'" + argument.unicodeScalars.map { $0 == "'" ? "'\\''" : "\($0)" }.joined() + "'"
  }

  /// The argument as a format of `printf`, between single quotes.
  private static func printf(_ argument: String) -> String {
    var format = ""
    for scalar in argument.unicodeScalars {
      switch scalar {
      case "-" where format.isEmpty: format += octal(scalar)  // otherwise it would be an option
      case "%": format += "%%"
      case "\\": format += "\\\\"
      // In double quotes, an interactive shell may interpret ! as a reference to its history.
      case "'", "!", "`", "\"", "$": format += octal(scalar)
      default:
        if isHidden(scalar) {
          format += octal(scalar)
        } else {
          format.unicodeScalars.append(scalar)
        }
      }
    }
    return format
  }

  private static func octal(_ scalar: Unicode.Scalar) -> String {
    UTF8.encode(scalar).map { bytes in
      bytes.map { byte in
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }.joined()
    } ?? ""
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Words that a shell does not look up as programs.
  private static let reservedWords: Set<String> = [
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
    "select", "then", "time", "until", "while",
  ]
}
