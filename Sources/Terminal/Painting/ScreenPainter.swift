import CSignals
import Dispatch
package import TerminalText

/// Paints frames on a terminal's screen, and prints lines that stay.
///
/// Painting never waits: if the terminal accepts no bytes, the newest frame is shown later.
@MainActor
package final class ScreenPainter {
  package let device: TerminalDevice

  private let mode: ScreenMode
  private let painter: FramePainter

  /// Whether the terminal rewraps rows when its window gets narrower.
  private let wrapsRows: Bool

  /// Whether the terminal reports the mouse while the painter uses the terminal.
  private let usesMouse: Bool

  private var screen = ScreenState()
  private var outputSource: (any DispatchSourceWrite)?
  private var isOpen = true

  /// Does not touch the terminal yet.
  package init(
    device: TerminalDevice, mode: ScreenMode, painter: FramePainter, wrapsRows: Bool,
    usesMouse: Bool = false
  ) {
    self.device = device
    self.mode = mode
    self.painter = painter
    self.wrapsRows = wrapsRows
    self.usesMouse = usesMouse
  }

  package var size: ScreenSize { mode.size(in: device.size) }

  /// Whether frames are shown.
  var isEntered: Bool { screen.isEntered }

  /// Whether painted bytes are still pending; short-lived frames should be skipped then.
  package var isBehind: Bool { device.isBehind }

  /// Shows the alternate screen or starts an empty area; does nothing in plain mode.
  package func enter() {
    guard isOpen, mode != .plain, !screen.isEntered else { return }
    device.inOneStep {
      screen.isEntered = true
      guardTerminal()
      device.write(turningOn())
    }
  }

  /// Restores the screen from before `enter()`; painted frames disappear.
  package func leave() {
    guard isOpen, screen.isEntered else { return }
    device.inOneStep {
      device.write(turningOff() + Self.bytes(.showCursor))
      screen.isEntered = false
      screen.isOn = false
      guardTerminal()
    }
  }

  /// Sends the differences from the last frame; returns false if the terminal is behind.
  ///
  /// Does nothing before `enter()`. A frame is cut to `size`; an adaptive area grows to its lines.
  @discardableResult
  package func paint(_ frame: Frame) -> Bool {
    guard isOpen, screen.isEntered else { return true }
    csignals_prepare_thread()
    screen.frame = frame
    return catchUp()
  }

  /// Repaints the whole last frame, in case another program has written over it.
  package func redraw() {
    screen.forget()
    repaintIfLost()
  }

  /// Prints lines into the scrollback or above an area; the terminal wraps them.
  func print(_ lines: [StyledText]) {
    guard isOpen else { return }
    let bytes = painter.bytes(printing: lines)
    guard screen.isEntered else {
      device.write(bytes)
      return
    }
    device.write(Self.bytes(.beginUpdate) + turningOff() + bytes + turningOn())
    redraw()
    device.write(Self.bytes(.endUpdate))
  }

  /// Paints the newest frame unless it is known to be on the screen.
  func repaintIfLost() {
    if screen.isLost { catchUp() }
  }

  /// Call it after the window's size has changed.
  func forgetSize() {
    if wrapsRows { screen.area.wrap(columns: device.size.columns) }
    screen.forget()
  }

  // MARK: Taking and releasing

  /// Prepares the terminal for keys and frames; with `marksPastes`, it marks pasted text.
  func acquire(marksPastes: Bool) {
    device.inOneStep {
      guardTerminal()
      device.makeRaw()
      screen.forget()
      guard mode != .plain else { return }
      device.write(
        (marksPastes ? Self.bytes(.pasteOn) : [])
          + (usesMouse ? Self.bytes(.mouseOn, .mouseFormOn) : [])
          + (screen.isEntered ? turningOn() : []))
    }
  }

  /// Restores the terminal to the state in which it was found.
  func release() {
    device.inOneStep {
      // A blocked terminal must not keep the process from stopping or ending.
      if mode != .plain {
        let leaving = screen.isEntered ? turningOff() : []
        device.write(
          Self.bytes(.endUpdate, .plain, .pasteOff) + mouseOff + leaving
            + Self.bytes(.showCursor),
          patience: 200)
      }
      screen.isOn = false
      device.restoreAttributes()
      csignals_unguard()
      screen.forget()
    }
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    release()
    outputSource?.cancel()
    outputSource = nil
  }

  // MARK: Bytes

  @discardableResult
  private func catchUp() -> Bool {
    guard screen.isEntered, let frame = screen.frame else { return true }
    if device.flush() {
      device.offer(bytes(for: frame))
      screen.remember(frame, size: size)
    }
    if device.isBehind { watchOutput() }
    return !device.isBehind
  }

  /// Paints the newest frame when the terminal accepts bytes again.
  private func watchOutput() {
    guard outputSource == nil, isOpen else { return }
    let source = DispatchSource.makeWriteSource(
      fileDescriptor: device.fileDescriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.outputMoved() } }
    source.activate()
    outputSource = source
  }

  private func outputMoved() {
    guard isOpen, device.flush() else { return }
    outputSource?.cancel()
    outputSource = nil
    catchUp()
  }

  private func bytes(for frame: Frame) -> [UInt8] {
    let size = size
    guard case .inline(let height) = mode else {
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

  private func turningOn() -> [UInt8] {
    screen.forget()
    let wasOn = screen.isOn
    screen.isOn = true
    let modes = Self.bytes(.autowrapOff, .hideCursor)
    if case .inline = mode { return screen.area.begin(columns: device.window.columns) + modes }
    return (wasOn ? [] : Self.bytes(.enterScreen)) + modes
  }

  private func turningOff() -> [UInt8] {
    screen.isOn = false
    return (mode == .screen ? Self.bytes(.leaveScreen) : screen.area.erase())
      + Self.bytes(.autowrapOn)
  }

  /// Sets what a crash restores; rows of an area above the cursor then stay.
  private func guardTerminal() {
    guard mode != .plain else { return device.guardAgainstCrash(restoring: []) }
    var bytes = Self.bytes(.endUpdate, .plain, .autowrapOn, .pasteOff) + mouseOff
    if screen.isEntered {
      bytes += mode == .screen ? Self.bytes(.leaveScreen) : [0x0D] + Self.bytes(.eraseBelow)
    }
    device.guardAgainstCrash(restoring: bytes + Self.bytes(.showCursor))
  }

  private var mouseOff: [UInt8] { usesMouse ? Self.bytes(.mouseFormOff, .mouseOff) : [] }

  private static func bytes(_ sequences: ControlSequence...) -> [UInt8] {
    sequences.flatMap { Array($0.text.utf8) }
  }
}
