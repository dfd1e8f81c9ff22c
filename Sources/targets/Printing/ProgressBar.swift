import Glibc
import Synchronization
import Terminal
import TerminalText

/// A line on standard error that says how far a long command is, and is gone when that has ended.
///
/// It is drawn at most ten times a second, when there is something to say and never by a clock of its
/// own. Where standard error is no terminal, or one that cannot go back in a line, nothing is drawn.
final class ProgressBar: Sendable {
  private let command: String
  private let noun: String
  private let glyphs: Glyphs
  private let isShown: Bool
  private let start = ContinuousClock.now

  /// When it was drawn last, in milliseconds from the start.
  ///
  /// Atomic because whoever works draws: the store does on its own thread.
  private let lastDrawn = Atomic(-ProgressBar.interval)

  private static let interval = 100

  /// Begins something that takes a while; nothing is drawn yet.
  init(_ command: String, _ noun: String, glyphs: Glyphs) {
    self.command = command
    self.noun = noun
    self.glyphs = glyphs
    isShown =
      isatty(STDERR_FILENO) == 1 && ![nil, "dumb"].contains(Environment.value("TERM"))
  }

  /// Says how much is done, of how much where that is known.
  func show(_ done: Int, of total: Int? = nil) {
    guard isShown else { return }
    let elapsed = ContinuousClock.now - start
    let now = Int(elapsed / .milliseconds(1))
    guard now - lastDrawn.load(ordering: .relaxed) >= Self.interval else { return }
    lastDrawn.store(now, ordering: .relaxed)
    let line = ProgressLine(
      command: command, noun: noun, done: done, total: total, elapsed: elapsed)
    write(DisplayText(line.text(columns: columns, glyphs: glyphs)))
  }

  /// Leaves the line as if nothing had been there.
  func erase() {
    if lastDrawn.load(ordering: .relaxed) >= 0 { write(.empty) }
  }

  private var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Shows a text in place of what is in the line.
  ///
  /// A terminal that takes nothing just now gets nothing: no work waits for it.
  private func write(_ text: DisplayText) {
    var terminal = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&terminal, 1, 0) > 0 else { return }
    var line = "\r" + text.text + ControlSequence.eraseToEndOfLine.text
    _ = line.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
