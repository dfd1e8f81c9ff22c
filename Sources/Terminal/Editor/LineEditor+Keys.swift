import CReadline
import CSignals
import Dispatch
import Glibc

extension LineEditor {
  /// How long an Esc by itself takes to be told from the start of a sequence.
  private static let escapeDelay = Duration.milliseconds(40)

  /// How long a paste may pause before it counts as finished.
  private static let pasteDelay = Duration.seconds(1)

  func listenToKeys() {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: device.fileDescriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { LineEditor.active?.readKeys() } }
    source.activate()
    sources.append(source)
    keySource = source
  }

  /// Leaves to the terminal what is typed while more than enough waits for the end of a pause.
  private func readNoMore() {
    keySource?.suspend()
    isKeySourceSuspended = true
  }

  /// Reads on.
  func readOn() {
    guard isKeySourceSuspended else { return }
    isKeySourceSuspended = false
    keySource?.resume()
  }

  private func readKeys() {
    guard isOpen else { return }
    csignals_prepare_thread()
    switch device.read() {
    case .bytes(let bytes):
      keys.append(bytes)
      handleKeys()
      if isPaused, keys.isFull { readNoMore() }
    case .nothing:
      break
    case .inBackground:
      csignals_stop(SIGTTIN)
      comeBack()
    case .end:
      hangUp()
    }
  }

  private func hangUp() {
    // The descriptor stays readable for good: the loop would spin.
    for source in sources where source is any DispatchSourceRead { source.cancel() }
    emit(.hungUp)
  }

  /// Hands all complete keys to readline, then tells of the change they made together.
  func handleKeys() {
    holdTimer?.cancel()
    while isOpen && !isPaused {
      if handOverCharacter() { continue }
      if !ready.isEmpty {
        runReadline()
        continue
      }
      switch nextStep() {
      case .keys(let bytes):
        ready = bytes[...]
      case .pasted(let bytes):
        endCharacter(nil)
        paste(bytes)
      case .escape:
        if !endCharacter(nil) { emit(.escape) }
      case .held(let hold):
        expireLater(hold)
        return reportChange()
      case .empty:
        return reportChange()
      }
    }
    if isOpen { reportChange() }
  }

  private func nextStep() -> KeyInput.Step {
    let takesEscape = takesEscape
    return keys.next(takesEscape: takesEscape) { Self.isBound($0) }
  }

  private static func isBound(_ keys: [UInt8]) -> Bool {
    creadline_is_bound(keys.map { CChar(bitPattern: $0) }, keys.count) != 0
  }

  private func expireLater(_ hold: KeyInput.Hold) {
    let delay = hold == .paste ? Self.pasteDelay : Self.escapeDelay
    holdTimer = Task {
      try? await Task.sleep(for: delay)
      guard !Task.isCancelled else { return }
      keys.expire()
      handleKeys()
    }
  }

  /// Lets readline handle one key; it calls back for commands and finished lines.
  private func runReadline() {
    if let byte = ready.first, byte >= 0x20, byte != 0x7F, isFull {
      ready.removeFirst()
      return
    }
    let wasQuoted = quotesNextKey
    isInsideReadline = true
    rl_callback_read_char()
    isInsideReadline = false
    quotesNextKey = !wasQuoted && creadline_last_was_quoted_insert() != 0
    guard isOpen else { return leaveReadline() }
    limitLine()
    handleAcceptedLine()
  }

  /// True if letters would only be cut off again, one by one and each with its undo.
  private var isFull: Bool {
    LineLimit.isReached(by: Int(creadline_length())) && !takesEscape
  }

  private func paste(_ text: [UInt8]) {
    if Self.isBound(Paste.start) {
      // readline's own paste knows how to go into a search, and to be undone as a whole.
      ready = (Paste.start + text + Paste.end)[...]
    } else {
      insert(text)
    }
  }

  /// The next byte for readline; -1 where it must not wait for more.
  func nextByte() -> Int32 {
    while ready.isEmpty {
      guard isOpen, waitForKey(), case .bytes(let bytes) = device.read() else { return -1 }
      ready = bytes[...]
    }
    return Int32(ready.removeFirst())
  }

  /// Waits in the middle of a command that reads its own keys.
  private func waitForKey() -> Bool {
    var wanted = [
      pollfd(fd: device.fileDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device.signalDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&wanted, nfds_t(wanted.count), -1) < 0 && errno == EINTR {}
    return wanted[0].revents != 0 && wanted[1].revents == 0
  }

  /// Sends `.edited` if the line is not what it was when last told of.
  func reportChange() {
    showPlainLine()
    let now = editorLine
    guard now != reported else { return }
    reported = now
    emit(.edited)
  }
}
