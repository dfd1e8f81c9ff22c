import Glibc
import Synchronization
import Terminal
package import TerminalText

/// A progress line on standard error, which is erased at the end.
///
/// It is drawn only when progress is reported, at most ten times a second, and only if standard
/// error is a terminal other than `dumb`.
package final class ProgressBar: Sendable {
  private let command: String
  private let noun: String
  private let glyphs: Glyphs
  private let isShown: Bool
  private let start = ContinuousClock.now

  /// In milliseconds since `start`; atomic, because the store reports from its own thread.
  private let lastDrawn = Atomic(-ProgressBar.interval)

  private let isDrawn = Atomic(false)

  private static let interval = 100

  package init(_ command: String, _ noun: String, glyphs: Glyphs) {
    self.command = command
    self.noun = noun
    self.glyphs = glyphs
    isShown =
      isatty(STDERR_FILENO) == 1 && ![nil, "dumb"].contains(Environment.value("TERM"))
  }

  package func show(_ done: Int, of total: Int? = nil) {
    guard isShown else { return }
    let elapsed = ContinuousClock.now - start
    let now = Int(elapsed / .milliseconds(1))
    guard now - lastDrawn.load(ordering: .relaxed) >= Self.interval else { return }
    lastDrawn.store(now, ordering: .relaxed)
    isDrawn.store(true, ordering: .relaxed)
    let line = ProgressLine(
      command: command, noun: noun, done: done, total: total, elapsed: elapsed)
    write(DisplayText(line.text(columns: columns, glyphs: glyphs)))
  }

  package func erase() {
    if isDrawn.exchange(false, ordering: .relaxed) { write(.empty) }
  }

  private var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Replaces the line, or skips that instead of waiting if the terminal accepts no bytes now.
  private func write(_ text: DisplayText) {
    var terminal = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&terminal, 1, 0) > 0 else { return }
    var line = "\r" + text.text + ControlSequence.eraseToEndOfLine.text
    _ = line.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
