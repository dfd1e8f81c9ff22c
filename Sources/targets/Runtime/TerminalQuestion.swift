import Glibc
import Printing
import TerminalText

/// Questions to the user at the terminal, even if standard output is redirected.
struct TerminalQuestion {
  /// Stays open until the program ends.
  private let terminal: Int32

  /// `nil` if no user would answer: neither standard input nor standard error is a terminal, or
  /// this is a background job, which would be stopped.
  init?() {
    guard isatty(STDIN_FILENO) == 1 || isatty(STDERR_FILENO) == 1 else { return nil }
    terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    if terminal < 0 { return nil }
    if tcgetpgrp(terminal) != getpgrp() {
      close(terminal)
      return nil
    }
  }

  /// Whether there is a terminal that can show a screen.
  static var isPossible: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    defer { if terminal >= 0 { close(terminal) } }
    return terminal >= 0
  }

  /// Whether the answer to a question is yes.
  func isYes(to question: String) throws -> Bool {
    ["y", "yes"].contains(try answer(to: question + " [y, n]"))
  }

  /// Asks for a line; empty at the end of the input.
  func answer(to question: String) throws -> String {
    // Discard what was typed before the question.
    tcflush(terminal, TCIFLUSH)
    try say(question, end: " ")
    var line: [UInt8] = []
    while true {
      guard let byte = nextByte() else {
        try say("")
        break
      }
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self).lowercased()
  }

  func say(_ text: String, end: StaticString = "\n") throws {
    var output = Output(descriptor: terminal)
    try output.print(text, end: end)
    try output.flush()
  }

  private func nextByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(terminal, &byte, 1)
      if count == 1 { return byte }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}
