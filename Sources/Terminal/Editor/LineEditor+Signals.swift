import CSignals
import Dispatch
import Glibc

extension LineEditor {
  /// A source that fires when a signal arrives, not activated yet.
  static func openSignals(
    of device: TerminalDevice
  ) throws(TerminalError) -> any DispatchSourceRead {
    let descriptor = csignals_open()
    guard descriptor >= 0 else {
      throw .noSignals(reason: String(cString: strerror(errno)))
    }
    device.signalDescriptor = descriptor
    return DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
  }

  /// Handles the signals that have arrived; returns whether one of them was a Ctrl-C.
  @discardableResult
  func handleSignals() -> Bool {
    guard isOpen else { return false }
    csignals_drain()
    // The handler counts the keys before it reports the signal, so they are known once the report is seen.
    let isInterrupted = csignals_take(SIGINT)
    device.dropKeysBeforeSignal()
    for signal in [SIGTERM, SIGHUP, SIGQUIT] where csignals_take(signal) {
      emit(.terminated(signal: signal))
    }
    if isOpen, isInterrupted, !endWaitForEnter() { interrupt() }
    if isOpen && csignals_take(SIGWINCH) {
      readline.setSize(device.size)
      screen.forgetSize()
      showPlainLine()
      emit(.resized)
    }
    if isLent {
      followOtherProgram()
      return isInterrupted
    }
    if isOpen && csignals_take(SIGTSTP) {
      device.dropKeysBeforeSignal()
      suspend()
    }
    if isOpen && csignals_take(SIGCONT) { comeBack() }
    if isOpen { screen.repaintIfLost() }
    return isInterrupted
  }

  private func interrupt() {
    readline.abort()
    keys.removeAll()
    endCharacter(nil)
    endPlainLine()
    emit(.interrupted)
    reportChange()
  }

  private func suspend() {
    plainLine.forget()
    screen.release()
    csignals_stop(SIGTSTP)
    _ = csignals_take(SIGCONT)
    comeBack()
  }

  /// Takes the terminal again after a stop, also after SIGSTOP and SIGCONT from another process.
  func comeBack() {
    guard device.waitForForeground() else { return emit(.terminated(signal: SIGHUP)) }
    // This SIGCONT is handled now: handling it twice would leave rows of an area on the screen.
    _ = csignals_take(SIGCONT)
    acquireTerminal()
    readline.setSize(device.size)
    showPlainLine()
    emit(.continued)
  }

  func acquireTerminal() {
    plainLine.forget()
    // The user may disable bracketed paste in inputrc.
    screen.acquire(marksPastes: ReadlineEditor.variable("enable-bracketed-paste") != "off")
  }
}
