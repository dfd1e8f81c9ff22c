import CReadline
import CSignals
package import TerminalText

extension LineEditor {
  /// The size of what frames are painted on: the window, or as much of it as there may be rows.
  package var screenSize: ScreenSize {
    let window = device.size
    guard case .inline(let height) = configuration.mode else { return window }
    return ScreenSize(columns: window.columns, rows: height.rows(of: window))
  }

  /// True while the terminal has not taken what was painted: nothing more is shown for now.
  ///
  /// For terminals and connections that are slow: what is only in passing is better left out.
  package var isBehind: Bool { device.isBehind }

  /// Turns to the alternate screen, or starts an area of rows, with nothing in it yet; in plain
  /// mode does nothing.
  package func enterScreen() {
    guard isOpen, configuration.mode != .plain, !screen.isEntered else { return }
    device.inOneStep {
      screen.isEntered = true
      guardTerminal()
      device.write(turningOn())
    }
  }

  /// Turns back to where the command was called; what was painted is gone.
  package func leaveScreen() {
    guard isOpen, screen.isEntered else { return }
    device.inOneStep {
      device.write(turningOff() + Self.bytes(.showCursor))
      screen.isEntered = false
      screen.isOn = false
      guardTerminal()
    }
  }

  /// Shows a frame; only what differs from the last one is sent.
  ///
  /// Never waits: while the terminal takes nothing the frame is kept, and the newest one is shown
  /// as soon as that is possible. Does nothing before the screen has been entered.
  ///
  /// - Parameter frame: Cut to `screenSize`. An area of an adaptive height grows to as many rows
  ///   as a frame has lines.
  /// - Returns: False if the terminal is behind: see `isBehind`.
  @discardableResult
  package func paint(_ frame: Frame) -> Bool {
    guard isOpen, screen.isEntered else { return true }
    csignals_prepare_thread()
    screen.frame = frame
    return catchUp()
  }

  /// Shows the newest frame, unless the terminal is still taking an earlier one.
  @discardableResult
  func catchUp() -> Bool {
    guard screen.isEntered, let frame = screen.frame else { return true }
    if device.flush() {
      device.offer(bytes(for: frame))
      screen.remember(frame, size: screenSize)
    }
    if device.isBehind { watchOutput() }
    return !device.isBehind
  }

  private func bytes(for frame: Frame) -> [UInt8] {
    let painter = configuration.painter
    let size = screenSize
    guard case .inline(let height) = configuration.mode else {
      return painter.bytes(for: frame, after: screen.shownFrame(at: size), size: size)
    }
    var previous = screen.shownFrame(at: size)
    var opening = previous == nil ? screen.area.erase() : []
    let lines = height.isAdaptive ? min(max(frame.lines.count, 1), size.rows) : size.rows
    opening += screen.area.reserve(rows: lines)
    if !opening.isEmpty {
      opening = Self.bytes(.beginUpdate, .hideCursor) + opening
      previous = Frame(lines: previous?.lines ?? [])
    }
    let areaSize = ScreenSize(columns: size.columns, rows: screen.area.rows)
    let bytes = painter.bytes(
      for: frame, after: previous, size: areaSize, from: screen.area.cursor)
    screen.area.remember(frame, size: areaSize)
    return opening + (bytes.isEmpty && !opening.isEmpty ? Self.bytes(.endUpdate) : bytes)
  }

  /// Shows the last frame again, whole: whatever another program wrote over it is gone.
  package func redraw() {
    screen.forget()
    repaintIfLost()
  }

  /// Prints lines that stay: into the scrollback of a screen, above an area of rows, and in plain
  /// mode before the prompt, or, while something is being typed, after that.
  ///
  /// Lines are not cut; the terminal wraps them.
  package func print(_ lines: [StyledText]) {
    guard isOpen else { return }
    let bytes = configuration.painter.bytes(
      printing: lines, hasStyle: configuration.mode != .plain)
    if screen.isEntered {
      device.write(Self.bytes(.beginUpdate) + turningOff() + bytes + turningOn())
      redraw()
      device.write(Self.bytes(.endUpdate))
    } else if configuration.mode == .plain {
      messages += bytes
      showPlainLine()
    } else {
      device.write(bytes)
    }
  }

  func repaintIfLost() {
    if screen.isLost { catchUp() }
  }

  /// The window has another size.
  func forgetSize() {
    if wrapsRows { screen.area.wrap(columns: device.size.columns) }
    screen.forget()
  }

  // MARK: Taking and releasing

  /// Makes the terminal ready for keys and frames.
  func takeTerminal() {
    device.inOneStep {
      guardTerminal()
      device.makeRaw()
      plainLine.forget()
      screen.forget()
      guard configuration.mode != .plain else { return }
      device.write(
        (pastesAreMarked ? Self.bytes(.pasteOn) : []) + (screen.isEntered ? turningOn() : []))
    }
  }

  private func turningOn() -> [UInt8] {
    screen.forget()
    let wasOn = screen.isOn
    screen.isOn = true
    let modes = Self.bytes(.autowrapOff, .hideCursor)
    if case .inline = configuration.mode {
      return screen.area.begin(columns: device.window.columns) + modes
    }
    return (wasOn ? [] : Self.bytes(.enterScreen)) + modes
  }

  private func turningOff() -> [UInt8] {
    let isInline = configuration.mode != .screen
    let leaving = isInline ? screen.area.erase() : Self.bytes(.leaveScreen)
    screen.isOn = false
    return leaving + Self.bytes(.autowrapOn)
  }

  /// Leaves the terminal as it was found.
  func releaseTerminal() {
    device.inOneStep {
      // A stuck terminal must not keep the process from stopping or ending.
      if configuration.mode != .plain {
        let leaving = screen.isEntered ? turningOff() : []
        device.write(
          Self.bytes(.endUpdate, .plain, .pasteOff) + leaving + Self.bytes(.showCursor),
          patience: 200)
      }
      screen.isOn = false
      device.restoreAttributes()
      csignals_unguard()
      plainLine.forget()
      screen.forget()
    }
  }

  /// Has a crash leave the terminal in order; what an area shows then stays above the cursor.
  private func guardTerminal() {
    guard configuration.mode != .plain else { return device.guardAgainstCrash(restoring: []) }
    var bytes = Self.bytes(.endUpdate, .plain, .autowrapOn, .pasteOff)
    if screen.isEntered {
      let isInline = configuration.mode != .screen
      bytes += isInline ? [0x0D] + Self.bytes(.eraseBelow) : Self.bytes(.leaveScreen)
    }
    device.guardAgainstCrash(restoring: bytes + Self.bytes(.showCursor))
  }

  /// The user may switch bracketed paste off in inputrc.
  private var pastesAreMarked: Bool {
    Self.variable("enable-bracketed-paste") != "off"
  }

  private static func bytes(_ sequences: ControlSequence...) -> [UInt8] {
    sequences.flatMap { Array($0.text.utf8) }
  }
}
