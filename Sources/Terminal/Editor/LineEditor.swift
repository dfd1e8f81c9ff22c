import CSignals
import Dispatch
import Glibc
package import TerminalText

/// The terminal's line editor, and the way to its screen.
///
/// It joins three parts: `KeyReader` reads, `ReadlineEditor` edits, `ScreenPainter` paints. Nothing
/// but sanitised text and the sequences of this module reaches the terminal, and nothing but a
/// full terminal blocks. A process has at most one editor, on the main actor.
@MainActor
package final class LineEditor {
  /// What an editor is made of.
  package struct Configuration: Sendable {
    /// The text before the line.
    package var prompt: String

    /// The program's own keys; 32 at most.
    package var commands: [KeyCommand]

    /// How the terminal is used.
    package var mode: ScreenMode

    /// The file of the lines entered before; `nil` for none.
    package var history: String?

    /// The signs the plain mode shows invisible characters by.
    package var glyphs: Glyphs

    /// How frames become bytes.
    package var painter: FramePainter

    /// Whether the terminal wraps rows again when its window gets narrower.
    package var wrapsRows: Bool

    /// Makes a configuration.
    package init(
      prompt: String, commands: [KeyCommand] = [], mode: ScreenMode = .screen,
      history: String? = nil,
      glyphs: Glyphs = .unicode, painter: FramePainter = FramePainter(), wrapsRows: Bool = true
    ) {
      self.prompt = prompt
      self.commands = commands
      self.mode = mode
      self.history = history
      self.glyphs = glyphs
      self.painter = painter
      self.wrapsRows = wrapsRows
    }
  }

  /// The terminal it works on.
  package let device: TerminalDevice

  /// The way to the terminal's screen.
  package let screen: ScreenPainter

  let configuration: Configuration

  /// Called on the main actor for what happens.
  package var onEvent: (LineEvent) -> Void = { _ in }

  /// Called for Tab, with the line and the cursor's offset in bytes.
  package var completions: (_ line: String, _ cursor: Int) -> Completion = { _, _ in Completion() }

  let keys: KeyReader
  let readline: ReadlineEditor
  var characterReader: (@MainActor (Character?) -> Void)?
  var reported = EditorLine()
  private let signalSource: any DispatchSourceRead
  var plainLine = PlainLinePainter()

  /// Whether a line is being handed over in plain mode.
  var isSubmitting = false

  /// What is still to be printed in plain mode.
  var messages: [UInt8] = []
  var isOpen = true

  /// Takes over the terminal and the signals, and shows the prompt in plain mode.
  ///
  /// Handles no keys before `resume()`.
  ///
  /// - Precondition: No other editor is open.
  /// - Throws: ``TerminalError`` if the process is in the background for good or signals cannot
  ///   be listened to; the terminal is as it was then.
  package init(
    device: TerminalDevice, configuration: Configuration
  ) throws(TerminalError) {
    self.device = device
    self.configuration = configuration
    screen = ScreenPainter(
      device: device, mode: configuration.mode, painter: configuration.painter,
      wrapsRows: configuration.wrapsRows)
    guard device.waitForForeground() else { throw .inBackground(path: device.path) }
    signalSource = try Self.openSignals(of: device)
    keys = KeyReader(device: device)
    readline = ReadlineEditor(
      ReadlineEditor.Configuration(
        prompt: configuration.prompt, commands: configuration.commands,
        history: configuration.history, isDumb: configuration.mode == .plain,
        fileDescriptor: device.fileDescriptor, size: device.size))
    readline.completions = { [weak self] in self?.completions($0, $1) ?? Completion() }
    readline.awaitKeys = { [weak self] in self?.awaitKeys() }
    readline.onRequest = { [weak self] in self?.handle($0) }
    signalSource.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.handleSignals() }
    }
    signalSource.activate()
    takeTerminal()
    keys.isPaused = true
    keys.start { [weak self] in self?.handle($0) }
    reported = editorLine
    showPlainLine()
  }

  /// Gives the terminal and the signals back; the editor does nothing afterwards.
  ///
  /// Safe to call from an event, and more than once.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    if plainLine.isShowing { device.write(plainLine.breakOff(), patience: 200) }
    screen.close()
    keys.close()
    signalSource.cancel()
    csignals_close()
    device.signalDescriptor = -1
    readline.close()
  }

  /// Stops handling keys, and in plain mode showing the line, until `resume()`.
  ///
  /// For the time an answer takes: what is typed meanwhile is kept.
  package func pause() {
    keys.isPaused = true
  }

  /// Goes on after `pause()`.
  package func resume() {
    guard keys.isPaused, isOpen else { return }
    keys.isPaused = false
    showPlainLine()
    // Not at once: the caller may be an event that is being handled.
    Task { handleKeys() }
  }

  func emit(_ event: LineEvent) {
    // The main actor goes from thread to thread.
    csignals_prepare_thread()
    if isOpen { onEvent(event) }
  }
}
