/// A mouse event in the form in which terminals report it (xterm's SGR form).
package enum MouseEvent: Equatable, Sendable {
  /// The first button was pressed; row and column are counted from 0.
  case pressed(row: Int, column: Int)

  /// The wheel was turned by a notch, towards the end of the list or towards its start.
  case wheelTurned(towardsEnd: Bool)

  private enum Button {
    static let modifiers = 4 | 8 | 16
    static let wheelUp = 64
    static let wheelDown = 65
  }

  /// Reads `ESC [ < BUTTON ; COLUMN ; ROW M`; `nil` for other sequences, buttons and moves.
  init?(_ sequence: [UInt8]) {
    guard sequence.starts(with: "\u{1B}[<".utf8), sequence.last == UInt8(ascii: "M") else {
      return nil
    }
    let numbers = String(decoding: sequence.dropFirst(3).dropLast(), as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], column > 0, row > 0
    else { return nil }
    switch button & ~Button.modifiers {
    case 0: self = .pressed(row: row - 1, column: column - 1)
    case Button.wheelUp: self = .wheelTurned(towardsEnd: false)
    case Button.wheelDown: self = .wheelTurned(towardsEnd: true)
    default: return nil
    }
  }

  /// Whether a sequence is a mouse report, even if it is ignored.
  static func isReport(_ sequence: [UInt8]) -> Bool {
    sequence.starts(with: "\u{1B}[<".utf8)
  }
}
