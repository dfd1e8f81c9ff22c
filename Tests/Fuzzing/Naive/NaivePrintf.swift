/// Runs a line of shell that quotes arguments.
///
/// It knows quotes, `printf` in substitutions, and variables set by that; anything else is an error.
struct NaivePrintf {
  struct Unknown: Error, CustomStringConvertible {
    let rest: String
    var description: String { "no shell of that kind: \(rest)" }
  }

  private(set) var arguments: [[UInt8]] = []
  private var rest: ArraySlice<UInt8>
  private var variables: [String: [UInt8]] = [:]

  init(_ line: String) throws {
    rest = Array(line.utf8)[...]
    let isGroup = rest.first == UInt8(ascii: "(")
    if isGroup { rest = rest.dropFirst() }
    while isGroup, !takeEndOfAssignments() { try assign() }
    while true {
      arguments.append(try word())
      guard take(" ") else { break }
    }
    if isGroup, !take(")") { throw unknown }
    if !rest.isEmpty { throw unknown }
  }

  private var unknown: Unknown { Unknown(rest: rest.shown) }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Whether the following word is not an assignment.
  private func takeEndOfAssignments() -> Bool {
    let name = rest.prefix { $0 != UInt8(ascii: "=") }
    let digits = name.dropFirst()
    return name.first != UInt8(ascii: "a") || digits.isEmpty
      || !digits.allSatisfy { (48...57).contains($0) }
  }

  private mutating func assign() throws {
    let name = rest.prefix { $0 != UInt8(ascii: "=") }
    rest = rest[name.endIndex...].dropFirst()
    guard take("$(") else { throw unknown }
    variables[String(decoding: name, as: UTF8.self)] = try substitution()
    guard take("; ") else { throw unknown }
  }

  /// The output of `printf`, up to the parenthesis, without the line feeds at its end.
  private mutating func substitution() throws -> [UInt8] {
    guard take("printf '") else { throw unknown }
    var output: [UInt8] = []
    if rest.first == UInt8(ascii: "-") { throw unknown }
    while let byte = rest.popFirst(), byte != UInt8(ascii: "'") {
      switch byte {
      case UInt8(ascii: "%"):
        guard take("%") else { throw unknown }
        output.append(byte)
      case UInt8(ascii: "\\"):
        if take("\\") {
          output.append(byte)
        } else {
          let digits = String(decoding: rest.prefix(3), as: UTF8.self)
          guard digits.utf8.count == 3, let value = UInt8(digits, radix: 8) else { throw unknown }
          rest = rest.dropFirst(3)
          output.append(value)
        }
      default: output.append(byte)
      }
    }
    guard take(")") else { throw unknown }
    while output.last == 0x0A { output.removeLast() }
    return output
  }

  private mutating func word() throws -> [UInt8] {
    var word: [UInt8] = []
    var hasBegun = false
    while let byte = rest.first, byte != 0x20, byte != UInt8(ascii: ")") {
      hasBegun = true
      if take("'") {
        let text = rest.prefix { $0 != UInt8(ascii: "'") }
        rest = rest[text.endIndex...]
        word += text
        guard take("'") else { throw unknown }
      } else if take("\\'") {
        word.append(UInt8(ascii: "'"))
      } else if take("\"$(") {
        word += try substitution()
        guard take("\"") else { throw unknown }
      } else if take("\"${") {
        let name = rest.prefix { $0 != UInt8(ascii: "%") }
        rest = rest[name.endIndex...]
        guard take("%.}\""), var value = variables[String(decoding: name, as: UTF8.self)] else {
          throw unknown
        }
        if value.last == UInt8(ascii: ".") { value.removeLast() }
        word += value
      } else {
        guard Self.isPlain(byte) else { throw unknown }
        word.append(rest.removeFirst())
      }
    }
    guard hasBegun else { throw unknown }
    return word
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || "_./:@%+,-=".utf8.contains(byte)
  }
}
