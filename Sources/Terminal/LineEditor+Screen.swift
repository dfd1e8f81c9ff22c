import CReadline
import CSignals
public import TerminalText

extension LineEditor {
  /// Turns to the alternate screen, with nothing on it yet; in plain mode does nothing.
  public func enterScreen() {
    guard isOpen, configuration.mode == .screen, !screen.isEntered else { return }
    screen.isEntered = true
    guardTerminal()
    send(turningOn())
  }

  /// Turns back to where the command was called.
  public func leaveScreen() {
    guard isOpen, screen.isEntered else { return }
    screen.isEntered = false
    screen.isOn = false
    send([.leaveScreen, .showCursor])
    guardTerminal()
  }

  /// Shows a frame; only what differs from the last one is sent.
  ///
  /// Waits while the terminal takes nothing. Does nothing outside the alternate screen.
  public func paint(_ frame: Frame) {
    guard isOpen, screen.isEntered else { return }
    let size = device.size
    let bytes = configuration.painter.bytes(
      for: frame, after: screen.shownFrame(at: size), size: size)
    screen.frame = frame
    if device.write(bytes) {
      screen.remember(frame, size: size)
    } else {
      screen.forget()
    }
  }

  /// Shows the last frame again, whole: whatever another program wrote over it is gone.
  public func redraw() {
    screen.forget()
    repaintIfLost()
  }

  /// Prints lines that stay: into the scrollback of a screen, above the prompt in plain mode.
  ///
  /// Lines are not cut; the terminal wraps them.
  public func print(_ lines: [StyledText]) {
    guard isOpen else { return }
    let bytes = configuration.painter.bytes(
      printing: lines, hasStyle: configuration.mode == .screen)
    if screen.isEntered {
      send([.beginUpdate, .leaveScreen])
      device.write(bytes)
      send([.enterScreen, .hideCursor])
      redraw()
      send([.endUpdate])
    } else {
      device.write(plainLine.erase() + bytes)
      if !isInsideReadline { showPlainLine() }
    }
  }

  func repaintIfLost() {
    if screen.isLost, let frame = screen.frame { paint(frame) }
  }

  // MARK: The plain line

  /// Shows the line as it is now, in plain mode.
  func showPlainLine() {
    guard configuration.mode == .plain, isOpen, !isPaused, !isInsideReadline else { return }
    drawPlainLine()
  }

  /// Takes the line off the row, in plain mode.
  func hidePlainLine() {
    device.write(plainLine.erase())
  }

  /// Shows the line and goes to the next row, in plain mode.
  func endPlainLine() {
    guard configuration.mode == .plain else { return }
    drawPlainLine()
    device.write(Array("\r\n".utf8))
    plainLine.forget()
  }

  private func drawPlainLine() {
    device.write(
      plainLine.bytes(
        for: editorLine, columns: device.size.columns, glyphs: configuration.glyphs))
  }

  // MARK: Taking and releasing

  /// Makes the terminal ready for keys and frames.
  func takeTerminal() {
    guardTerminal()
    device.makeRaw()
    plainLine.forget()
    screen.forget()
    guard configuration.mode == .screen else { return }
    var sequences: [ControlSequence] = pastesAreMarked ? [.pasteOn] : []
    if screen.isEntered { sequences += turningOn() }
    send(sequences)
  }

  private func turningOn() -> [ControlSequence] {
    screen.forget()
    defer { screen.isOn = true }
    return screen.isOn ? [.hideCursor] : [.enterScreen, .hideCursor]
  }

  /// Leaves the terminal as it was found.
  func releaseTerminal() {
    // A stuck terminal must not keep the process from stopping or ending.
    device.write(restoringBytes, patience: 200)
    screen.isOn = false
    device.restoreAttributes()
    csignals_unguard()
    plainLine.forget()
    screen.forget()
  }

  private func guardTerminal() {
    device.guardAgainstCrash(restoring: restoringBytes)
  }

  private var restoringBytes: [UInt8] {
    guard configuration.mode == .screen else { return [] }
    var sequences: [ControlSequence] = [
      .endUpdate, .style(.plain, usesColor: false), .autowrapOn, .pasteOff,
    ]
    if screen.isEntered { sequences.append(.leaveScreen) }
    sequences.append(.showCursor)
    return sequences.flatMap { Array($0.text.utf8) }
  }

  /// The user may switch bracketed paste off in inputrc.
  private var pastesAreMarked: Bool {
    rl_variable_value("enable-bracketed-paste").map { String(cString: $0) } != "off"
  }

  private func send(_ sequences: [ControlSequence]) {
    device.write(sequences.flatMap { Array($0.text.utf8) })
  }
}
