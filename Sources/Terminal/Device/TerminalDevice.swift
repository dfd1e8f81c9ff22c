import CSignals
import Dispatch
import Glibc
package import TerminalText

/// The terminal as a file; waiting until it accepts bytes ends when a signal arrives.
@MainActor
package final class TerminalDevice {
  enum Input {
    case bytes(ArraySlice<UInt8>)
    case nothing
    case inBackground
    case end
  }

  package let path: String

  /// Open for reading and writing, non-blocking.
  package let fileDescriptor: Int32

  /// True once the terminal is closed; then nothing is read or written.
  package private(set) var isHungUp = false

  /// Becomes readable when a signal arrives.
  var signalDescriptor: Int32 = -1

  /// Whether C-s and C-q are ordinary keys, instead of stopping and continuing the output.
  var takesFlowKeys = false

  /// Whether Ctrl-C interrupts only this process, and not the script that waits for it.
  var interruptsAlone = false

  /// The byte of Ctrl-C, if Ctrl-C interrupts only this process.
  private var interruptKey: UInt8?

  private var pending: ArraySlice<UInt8> = []

  /// How many of the next bytes were typed while the terminal turned Enter into a line feed.
  private var typedAhead = 0
  private let attributesAtStart: termios

  /// Opens a terminal, or throws ``TerminalError/noTerminal(path:reason:)``.
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

  /// The size to use; 80 by 24 if the terminal does not know its size.
  package var size: ScreenSize {
    let size = window
    return ScreenSize(columns: size.columns, rows: size.rows)
  }

  /// The size that the terminal reports, without an upper limit.
  var window: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (80, 24) }
    return (size.ws_col == 0 ? 80 : Int(size.ws_col), size.ws_row == 0 ? 24 : Int(size.ws_row))
  }

  /// Whether sent bytes are still pending.
  var isBehind: Bool { !pending.isEmpty }

  /// Sends bytes after the pending ones; waits while the terminal accepts none.
  ///
  /// `patience` limits each wait, in milliseconds; -1 means no limit. Returns false if bytes remain
  /// pending, because the wait timed out or a signal arrived, or if the terminal is gone.
  @discardableResult
  func write(_ bytes: [UInt8], patience: Int32 = -1) -> Bool {
    pending += bytes
    while !flush() {
      guard waitUntilWritable(patience) else { return false }
    }
    return !isHungUp
  }

  /// Sends bytes after the pending ones without waiting; returns whether none are pending.
  @discardableResult
  func offer(_ bytes: [UInt8]) -> Bool {
    pending += bytes
    return flush()
  }

  /// Sends pending bytes without waiting; returns true if all are sent or the terminal is gone.
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

  /// Reads at most 64 KiB.
  func read() -> Input {
    let capacity = 65_536
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let result = Glibc.read(fileDescriptor, buffer.baseAddress, capacity)
      failure = result < 0 ? errno : 0
      count = max(result, 0)
    }
    let dropped = Int(csignals_take_keys_before_signal())
    if let interruptKey, bytes.contains(interruptKey) {
      // The keys around it are discarded, as when the terminal sends the signal.
      csignals_arrive(SIGINT)
      return .nothing
    }
    if !bytes.isEmpty {
      let kept = withEntersTypedAhead(bytes).dropFirst(dropped)
      return kept.isEmpty ? .nothing : .bytes(kept)
    }
    if failure == EAGAIN || failure == EINTR { return .nothing }
    if failure == EIO && !isInForeground { return .inBackground }
    isHungUp = true
    return .end
  }

  /// Drops the keys that were typed before the one that sent a signal.
  func dropKeysBeforeSignal() {
    var rest = [UInt8](repeating: 0, count: Int(csignals_take_keys_before_signal()))
    if !rest.isEmpty { _ = Glibc.read(fileDescriptor, &rest, rest.count) }
  }

  /// The bytes with carriage returns instead of line feeds, as far as they were typed ahead.
  private func withEntersTypedAhead(_ bytes: [UInt8]) -> [UInt8] {
    let count = min(typedAhead, bytes.count)
    typedAhead -= count
    return bytes.prefix(count).map { $0 == 0x0A ? 0x0D : $0 } + bytes.dropFirst(count)
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

  /// Makes every key arrive at once and without echo; signals keep the user's settings.
  func makeRaw() {
    var attributes = termios()
    let wasLineByLine =
      tcgetattr(fileDescriptor, &attributes) == 0 && attributes.c_iflag & tcflag_t(ICRNL) != 0
    attributes = attributesAtStart
    csignals_make_raw(&attributes)
    if takesFlowKeys { attributes.c_iflag &= ~tcflag_t(IXON) }
    if interruptsAlone {
      interruptKey = UInt8(exactly: csignals_take_interrupt_key(&attributes))
    }
    tcsetattr(fileDescriptor, TCSANOW, &attributes)
    csignals_count_keys(fileDescriptor)
    var waiting: Int32 = 0
    guard wasLineByLine, ioctl(fileDescriptor, UInt(FIONREAD), &waiting) == 0 else { return }
    typedAhead = Int(waiting)
  }

  func restoreAttributes() {
    csignals_count_keys(-1)
    var attributes = attributesAtStart
    // Not TCSADRAIN: a blocked terminal would keep the process from ending.
    tcsetattr(fileDescriptor, TCSANOW, &attributes)
  }

  /// Changes the terminal and the crash guard together; if another thread crashes, it waits for the end.
  package func inOneStep(_ body: () -> Void) {
    csignals_begin_step()
    body()
    csignals_end_step()
  }

  /// Restores the attributes and sends `bytes` if the process crashes.
  func guardAgainstCrash(restoring bytes: [UInt8]) {
    var attributes = attributesAtStart
    csignals_guard(fileDescriptor, &attributes, bytes.map { CChar(bitPattern: $0) }, bytes.count)
  }

  // MARK: Foreground

  /// Stops the process until it is in the foreground; false if it can never get there.
  func waitForForeground() -> Bool {
    // Each round is one `bg`; an orphaned process group is not stopped, so the loop ends soon.
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
