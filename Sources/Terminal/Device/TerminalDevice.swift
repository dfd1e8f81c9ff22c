import CSignals
import Dispatch
import Glibc
package import TerminalText

/// The terminal as a file: its bytes, its size, its attributes.
///
/// Refuses to wait for a terminal that takes nothing while a signal is waiting to be heard.
@MainActor
package final class TerminalDevice {
  /// What there was to read.
  enum Input {
    case bytes([UInt8])
    case nothing
    case inBackground
    case end
  }

  /// The file name it was opened by.
  package let path: String

  /// Open for reading and writing, without blocking.
  package let fileDescriptor: Int32

  /// True once the terminal is gone: nothing is read or written any more.
  package private(set) var isHungUp = false

  /// Becomes readable when a signal arrives.
  var signalDescriptor: Int32 = -1

  private var pending: ArraySlice<UInt8> = []
  private let attributesAtStart: termios

  /// Opens a terminal; its attributes are kept to be restored.
  ///
  /// - Throws: ``TerminalError/noTerminal(path:reason:)`` if there is none.
  package init(path: String = "/dev/tty") throws(TerminalError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    var attributes = termios()
    guard descriptor >= 0, tcgetattr(descriptor, &attributes) == 0 else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { Glibc.close(descriptor) }
      throw .noTerminal(path: path, reason: reason)
    }
    self.path = path
    fileDescriptor = descriptor
    attributesAtStart = attributes
  }

  deinit {
    Glibc.close(fileDescriptor)
  }

  /// The size now, as far as it is used; 80 by 24 where the terminal does not know its own.
  package var size: ScreenSize {
    let size = window
    return ScreenSize(columns: size.columns, rows: size.rows)
  }

  /// What the terminal says of its window, however large that is.
  var window: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (80, 24) }
    return (size.ws_col == 0 ? 80 : Int(size.ws_col), size.ws_row == 0 ? 24 : Int(size.ws_row))
  }

  /// True while the terminal has not taken all that was sent.
  var isBehind: Bool { !pending.isEmpty }

  /// Sends bytes behind those that are pending; waits while the terminal takes none.
  ///
  /// - Parameters:
  ///   - bytes: What to send, as it is.
  ///   - patience: How many milliseconds to wait each time; -1 for as long as it takes.
  /// - Returns: False if not all were taken, because the terminal is gone or because a signal
  ///   arrived while waiting. The rest stays pending.
  @discardableResult
  func write(_ bytes: [UInt8], patience: Int32 = -1) -> Bool {
    pending += bytes
    while !flush() {
      guard waitUntilWritable(patience) else { return false }
    }
    return !isHungUp
  }

  /// Sends bytes behind those that are pending, as far as the terminal takes them at once.
  ///
  /// - Returns: True if nothing is pending any more.
  @discardableResult
  func offer(_ bytes: [UInt8]) -> Bool {
    pending += bytes
    return flush()
  }

  /// Sends what is pending, as far as the terminal takes it at once.
  ///
  /// - Returns: True if nothing is pending any more, be it because the terminal is gone.
  @discardableResult
  func flush() -> Bool {
    while !pending.isEmpty && !isHungUp {
      let count = pending.withUnsafeBytes {
        csignals_write(fileDescriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        pending = pending.dropFirst(count)
      } else if errno == EAGAIN {
        return false
      } else if errno != EINTR {
        isHungUp = true
      }
    }
    pending = []
    return true
  }

  /// Reads what has arrived, at most 64 KiB.
  func read() -> Input {
    let capacity = 65_536
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let result = Glibc.read(fileDescriptor, buffer.baseAddress, capacity)
      failure = result < 0 ? errno : 0
      count = max(result, 0)
    }
    if !bytes.isEmpty { return .bytes(bytes) }
    if failure == EAGAIN || failure == EINTR { return .nothing }
    if failure == EIO && !isInForeground { return .inBackground }
    isHungUp = true
    return .end
  }

  private func waitUntilWritable(_ patience: Int32) -> Bool {
    var wanted = [
      pollfd(fd: fileDescriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: signalDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&wanted, nfds_t(wanted.count), patience)
    if count < 0 { return errno == EINTR }
    if wanted[0].revents & Int16(POLLOUT) != 0 { return true }
    if wanted[0].revents != 0 { isHungUp = true }
    return false
  }

  // MARK: Attributes

  /// Makes every key arrive at once and unechoed; signals stay as the user has them.
  func makeRaw() {
    var attributes = attributesAtStart
    csignals_make_raw(&attributes)
    tcsetattr(fileDescriptor, TCSANOW, &attributes)
  }

  /// Sets the attributes as they were when the terminal was opened.
  func restoreAttributes() {
    var attributes = attributesAtStart
    // Not TCSADRAIN: a stuck terminal would keep the process from ending.
    tcsetattr(fileDescriptor, TCSANOW, &attributes)
  }

  /// Changes what the terminal is in, and what is restored, so that a crash of another thread comes before
  /// or after all of it.
  package func inOneStep(_ body: () -> Void) {
    csignals_begin_step()
    body()
    csignals_end_step()
  }

  /// Has the attributes and some bytes restored even if the process crashes.
  func guardAgainstCrash(restoring bytes: [UInt8]) {
    var attributes = attributesAtStart
    csignals_guard(fileDescriptor, &attributes, bytes.map { CChar(bitPattern: $0) }, bytes.count)
  }

  // MARK: Foreground

  /// Stops the process, as the terminal would, until it is in the foreground.
  ///
  /// - Returns: False if nobody can bring it there.
  func waitForForeground() -> Bool {
    // Each round is a `bg`; a group without a shell is not stopped and falls through at once.
    for _ in 0..<100 {
      if isInForeground { return true }
      csignals_stop(SIGTTOU)
    }
    return false
  }

  private var isInForeground: Bool {
    let foreground = tcgetpgrp(fileDescriptor)
    return foreground < 0 || foreground == getpgrp()
  }
}
