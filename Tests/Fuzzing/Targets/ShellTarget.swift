import ShellText

@testable import CommandRunning

/// Checks how commands are written as shell lines, and which line of an output is the last.
///
/// A shell line must run exactly the arguments of the command. The input is the arguments, separated
/// by 0xFF; it is also the output.
struct ShellTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    try checkLastLine(input)
    var input = Input(input)
    var arguments: [String] = []
    while !input.isEmpty || arguments.isEmpty {
      arguments.append(input.text().filter { $0 != "\0" })
    }
    // A command with NUL cannot be run.
    guard !arguments.joined().utf8.contains(0) else { return }
    let line = isControl ? careless(arguments) : ShellLine(arguments).text
    let offense = TerminalBytes.offense(in: line)
    try Fault.unless(offense == nil, "in a line: \(offense ?? "")")
    let found = try NaivePrintf(line).arguments
    try Fault.unless(
      found == arguments.map { Array($0.utf8) }, "\(line) runs \(found.map(\.shown))")
    // An unquoted word with an equals sign would be an assignment.
    let assigns = arguments[0].utf8.contains(UInt8(ascii: "="))
    try Fault.unless(!assigns || "'(\"".utf8.contains(line.utf8.first ?? 0), "\(line) assigns")
  }

  private func checkLastLine(_ bytes: [UInt8]) throws {
    var reader = LastLine()
    bytes.withUnsafeBytes { reader.append($0) }
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    let last = lines.last { $0.contains { $0 > 0x20 } }
    guard let text = reader.text else {
      let said = last.map { String(decoding: $0, as: UTF8.self) } ?? ""
      let isShown = said.unicodeScalars.contains { $0 != " " && !Self.isBlank($0) }
      return try Fault.unless(!isShown, "the last line is lost")
    }
    try Fault.unless(last != nil, "a missing line")
    try Fault.unless(
      text.utf8.count <= LastLine.mostBytes && !text.unicodeScalars.contains(where: Self.isBlank),
      "a last line of \(text.utf8.count) bytes")
  }

  /// Whether a character is shown as a space.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// For the control: the usual mistake.
  private func careless(_ arguments: [String]) -> String {
    arguments.map { "'\($0)'" }.joined(separator: " ")
  }
}
