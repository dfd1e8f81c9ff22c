import CSignals
import Dispatch
import Glibc
package import TerminalText

/// The terminal's line editor, and its screen.
///
/// `KeyReader` reads, `ReadlineEditor` edits, `ScreenPainter` paints. The terminal gets only
/// sanitized text and the sequences of this module. Calls block only while the terminal accepts no
/// bytes. A process has at most one editor, on the main actor.
@MainActor
package final class LineEditor {
  package struct Configuration: Sendable {
    package var prompt: String

    /// The key commands; at most 128, together with those of `plainKeys`.
    package var commands: [KeyCommand]

    /// The commands that apply while `takesPlainKeys`; the others stay bound as well.
    package var plainKeys: PlainKeys?

    package var mode: ScreenMode

    /// The history file; `nil` for none.
    package var history: String?

    /// The characters that stand for invisible ones in plain mode.
    package var glyphs: Glyphs
    package var painter: FramePainter

    /// Whether the terminal rewraps rows when its window gets narrower.
    package var wrapsRows: Bool

    /// Whether the terminal reports the mouse; only possible in full-screen mode.
    package var usesMouse: Bool

    /// Whether Esc is a command in the editing mode of vi as well.
    package var leavesByEscape: Bool

    /// Whether Ctrl-C interrupts only this process, and not the script that waits for it.
    package var interruptsAlone: Bool

    package init(
      prompt: String, commands: [KeyCommand] = [], plainKeys: PlainKeys? = nil,
      mode: ScreenMode = .screen,
      history: String? = nil,
      glyphs: Glyphs = .unicode, painter: FramePainter = FramePainter(), wrapsRows: Bool = true,
      usesMouse: Bool = false, leavesByEscape: Bool = false, interruptsAlone: Bool = false
    ) {
      self.prompt = prompt
      self.commands = commands
      self.plainKeys = plainKeys
      self.mode = mode
      self.history = history
      self.glyphs = glyphs
      self.painter = painter
      self.wrapsRows = wrapsRows
      self.usesMouse = usesMouse && mode == .screen
      self.leavesByEscape = leavesByEscape
      self.interruptsAlone = interruptsAlone
    }
  }

  package let device: TerminalDevice
  package let screen: ScreenPainter

  let configuration: Configuration

  package var onEvent: (LineEvent) -> Void = { _ in }

  /// Called for Tab, with the cursor's offset in bytes.
  package var completions: (_ line: String, _ cursor: Int) -> [String] = { _, _ in [] }

  let keys: KeyReader
  let readline: ReadlineEditor
  var characterReader: (@MainActor (Character?) -> Void)?
  var reported = EditorLine()

  /// Whether it was reported that C-x waits for the next key.
  var isTypingPrefix = false
  private let signalSource: any DispatchSourceRead
  var plainLine = PlainLinePainter()

  /// Whether plain mode is handling a submitted line.
  var isSubmitting = false

  /// Messages that plain mode has not printed yet.
  var messages: [UInt8] = []
  var isOpen = true

  /// Whether another program has the terminal.
  var isLent = false

  /// Takes over the terminal and the signals; handles no keys before `resume()`.
  ///
  /// - Precondition: No other editor is open.
  /// - Throws: ``TerminalError`` if the process cannot get to the foreground or signals cannot be
  ///   received; the terminal is unchanged.
  package init(
    device: TerminalDevice, configuration: Configuration
  ) throws(TerminalError) {
    self.device = device
    self.configuration = configuration
    screen = ScreenPainter(
      device: device, mode: configuration.mode, painter: configuration.painter,
      wrapsRows: configuration.wrapsRows, usesMouse: configuration.usesMouse)
    device.interruptsAlone = configuration.interruptsAlone
    device.takesFlowKeys = configuration.commands.contains(where: \.takesFlowKeys)
    guard device.waitForForeground() else { throw .inBackground(path: device.path) }
    signalSource = try Self.openSignals(of: device)
    keys = KeyReader(device: device)
    readline = ReadlineEditor(configuration, device: device)
    readline.completions = { [weak self] in self?.completions($0, $1) ?? [] }
    readline.awaitKeys = { [weak self] in self?.awaitKeys() }
    readline.onRequest = { [weak self] in self?.handle($0) }
    signalSource.setEventHandler { [weak self] in
      MainActor.assumeIsolated { _ = self?.handleSignals() }
    }
    signalSource.activate()
    acquireTerminal()
    keys.isPaused = true
    // The signal of a Ctrl-C came before the keys that can be read now.
    keys.takeSignals = { [weak self] in
      csignals_settle()
      return self?.handleSignals() ?? false
    }
    keys.start { [weak self] in self?.handle($0) }
    reported = editorLine
    showPlainLine()
  }

  /// Gives back the terminal and the signals; may be called during an event, and repeatedly.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    _ = endWaitForEnter()
    if plainLine.isShowing { device.write(plainLine.breakOff(), patience: 200) }
    screen.close()
    keys.close()
    signalSource.cancel()
    csignals_close()
    device.signalDescriptor = -1
    readline.close()
  }

  /// Stops handling keys and showing the plain line until `resume()`; typed keys are kept.
  package func pause() {
    keys.isPaused = true
  }

  package func resume() {
    guard keys.isPaused, isOpen, !isLent else { return }
    keys.isPaused = false
    showPlainLine()
    // In a task, because the caller may be handling an event.
    Task { handleKeys() }
  }

  /// Those of some letters of ``Configuration/plainKeys`` that the user's inputrc has bound to
  /// something else than `commands`.
  package func plainKeysTaken(
    of keys: [Character], exceptBy commands: Set<String>
  ) -> [Character] {
    readline.keysTaken(of: keys, exceptBy: commands)
  }

  func emit(_ event: LineEvent) {
    // The main actor may run on another thread by now.
    csignals_prepare_thread()
    if isOpen { onEvent(event) }
  }
}
