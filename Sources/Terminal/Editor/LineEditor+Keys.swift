import CSignals
import Glibc

extension LineEditor {
  /// Passes all complete keys to readline, then reports their changes together; those of an answer, one by one.
  func handleKeys() {
    while isOpen && !keys.isPaused {
      if let messages = readline.takeMessages() { emit(.complained(messages)) }
      if handOverCharacter() { continue }
      if let key = readline.takeUnknownKey() {
        emit(.unknownKey(key, argument: nil))
        continue
      }
      if !readline.ready.isEmpty {
        readline.step()
        // A key that answers is not part of the text that follows it.
        if !takesText { reportChange() }
        continue
      }
      switch keys.next(takesEscape: readline.takesEscape, isBound: readline.isBound) {
      case .keys(let bytes):
        readline.ready = bytes[...]
      case .pasted(let bytes):
        endCharacter(nil)
        if takesText { readline.paste(bytes) } else { ignorePaste(bytes) }
      case .escape:
        if readline.isTypingArgument {
          readline.abort()
        } else if !endCharacter(nil) {
          emit(.escape)
        }
      case .mouse(let event):
        // Ignore mouse reports when the mouse is off.
        if configuration.usesMouse { emit(.mouse(event)) }
      case .unbound(let name):
        if !endCharacter(nil), configuration.mode != .plain {
          reportChange()
          emit(.unknownKey(name, argument: nil))
        }
      case .held, .empty:
        return reportChange()
      }
    }
    if isOpen { reportChange() }
  }

  func handle(_ event: KeyReader.Event) {
    guard isOpen else { return }
    switch event {
    case .keys: handleKeys()
    case .inBackground: comeBack()
    case .end: emit(.terminated(signal: SIGHUP))
    }
  }

  func handle(_ request: ReadlineEditor.Request) {
    switch request {
    case .command(let name, let argument): emit(.command(name: name, argument: argument))
    case .submit: submit()
    case .endOfInput: emit(.endOfInput)
    case .list(let candidates):
      // Their common start was inserted first.
      reportChange()
      emit(.completionsListed(candidates))
    case .unknown(let key, let argument): emit(.unknownKey(key, argument: argument))
    case .unknownAfterPrefix(let keys):
      // Plain mode does not show the keys that can follow.
      if configuration.mode == .plain { return }
      reportChange()
      emit(.unknownKey(keys, argument: nil))
    }
  }

  private func ignorePaste(_ bytes: [UInt8]) {
    emit(.pasteIgnored(characters: String(decoding: bytes, as: UTF8.self).count))
  }

  private func submit() {
    let text = line
    guard configuration.mode == .plain else { return emit(.submitted(text)) }
    endPlainLine()
    // Messages about this line are printed before the next prompt.
    isSubmitting = true
    clearLine()
    emit(.submitted(text))
    isSubmitting = false
    showPlainLine()
  }

  /// Waits while a command reads its own keys; `nil` if a signal arrived first.
  func awaitKeys() -> ArraySlice<UInt8>? {
    var wanted = [
      pollfd(fd: device.fileDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device.signalDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&wanted, nfds_t(wanted.count), -1) < 0 && errno == EINTR {}
    csignals_settle()
    while poll(&wanted, nfds_t(wanted.count), 0) < 0 && errno == EINTR {}
    guard isOpen, wanted[0].revents != 0, wanted[1].revents == 0 else { return nil }
    guard case .bytes(let bytes) = device.read() else { return nil }
    return bytes
  }

  /// Sends `.edited` if the line has changed since the last report, and whether C-x waits for a key.
  func reportChange() {
    showPlainLine()
    if readline.isTypingPrefix != isTypingPrefix {
      isTypingPrefix.toggle()
      emit(.prefixChanged(isTyped: isTypingPrefix))
    }
    let now = editorLine
    guard now != reported else { return }
    reported = now
    emit(.edited)
  }
}
