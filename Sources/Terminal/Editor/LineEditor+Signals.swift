import CSignals
import Dispatch
import Glibc

extension LineEditor {
  func listenToSignals() throws(TerminalError) {
    let descriptor = csignals_open()
    guard descriptor >= 0 else {
      throw .noSignals(reason: String(cString: strerror(errno)))
    }
    device.signalDescriptor = descriptor
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { LineEditor.active?.handleSignals() } }
    source.activate()
    sources.append(source)
  }

  private func handleSignals() {
    guard isOpen else { return }
    csignals_drain()
    for signal in [SIGTERM, SIGHUP, SIGQUIT] where csignals_take(signal) {
      emit(.terminated(signal: signal))
    }
    if isOpen && csignals_take(SIGINT) { interrupt() }
    if isOpen && csignals_take(SIGWINCH) {
      setScreenSize()
      forgetSize()
      showPlainLine()
      emit(.resized)
    }
    if isOpen && csignals_take(SIGTSTP) { suspend() }
    if isOpen && csignals_take(SIGCONT) { comeBack() }
    if isOpen { repaintIfLost() }
  }

  private func interrupt() {
    abortReadline()
    endCharacter(nil)
    endPlainLine()
    emit(.interrupted)
    reportChange()
  }

  /// Gives the terminal back, stops the process, and takes the terminal again.
  private func suspend() {
    releaseTerminal()
    csignals_stop(SIGTSTP)
    _ = csignals_take(SIGCONT)
    comeBack()
  }

  /// Also repairs what a foreign SIGSTOP and SIGCONT left behind.
  func comeBack() {
    guard device.waitForForeground() else { return emit(.hungUp) }
    takeTerminal()
    setScreenSize()
    showPlainLine()
    emit(.continued)
  }

  /// Shows the newest frame once the terminal takes bytes again; asked for only while it is behind.
  func watchOutput() {
    guard outputSource == nil, isOpen else { return }
    let source = DispatchSource.makeWriteSource(
      fileDescriptor: device.fileDescriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { LineEditor.active?.outputMoved() } }
    source.activate()
    outputSource = source
  }

  private func outputMoved() {
    guard isOpen, device.flush() else { return }
    outputSource?.cancel()
    outputSource = nil
    catchUp()
  }
}
