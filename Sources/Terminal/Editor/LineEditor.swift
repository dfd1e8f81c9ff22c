import CReadline
import CSignals
import Dispatch
import Glibc
package import TerminalText

/// The terminal's line editor, and the way to its screen.
///
/// GNU readline keeps its state in process-wide C variables, so a process has at most one
/// editor, and all of it lives on the main actor. readline only edits: reading, drawing, the
/// terminal's attributes and the signals are done here, so that nothing but sanitised text and
/// the sequences of this module ever reach the terminal, and nothing but a full terminal blocks.
@MainActor
package final class LineEditor {
  /// How the terminal is used.
  package enum Mode: Hashable, Sendable {
    /// Frames on the alternate screen; the line is painted as part of them.
    case screen

    /// Frames in rows below the line the program was called in; the scrollback stays as it is.
    case inline(AreaHeight)

    /// A prompt and lines of text, without any escape sequence.
    case plain
  }

  /// What an editor is made of.
  package struct Configuration: Sendable {
    /// The text before the line.
    package var prompt: String

    /// The program's own keys; sixty-four at most.
    package var commands: [KeyCommand]

    /// How the terminal is used.
    package var mode: Mode

    /// The file of the lines entered before; `nil` for none.
    package var history: String?

    /// The signs the plain mode shows invisible characters by.
    package var glyphs: Glyphs

    /// How frames become bytes.
    package var painter: FramePainter

    /// Makes a configuration.
    package init(
      prompt: String, commands: [KeyCommand] = [], mode: Mode = .screen, history: String? = nil,
      glyphs: Glyphs = .unicode, painter: FramePainter = FramePainter()
    ) {
      self.prompt = prompt
      self.commands = commands
      self.mode = mode
      self.history = history
      self.glyphs = glyphs
      self.painter = painter
    }
  }

  static var active: LineEditor?

  /// The terminal it works on.
  package let device: TerminalDevice

  let configuration: Configuration
  let completions: (_ line: String, _ cursor: Int) -> Completion
  let onEvent: (LineEvent) -> Void

  var keys = KeyInput()

  /// What tells that keys have come, and whether it is suspended because too many of them wait.
  var keySource: (any DispatchSourceRead)?
  var isKeySourceSuspended = false

  var ready: ArraySlice<UInt8> = []
  var configuredPrompt: String
  var candidates: [String] = []
  var remaining: ArraySlice<String> = []
  var quotesNextKey = false
  var characterReader: (@MainActor (Character?) -> Void)?
  var isInsideReadline = false
  var acceptedLine: AcceptedLine?
  var reported = EditorLine()
  var holdTimer: Task<Void, Never>?
  var sources: [any DispatchSourceProtocol] = []
  var outputSource: (any DispatchSourceWrite)?
  let wrapsRows: Bool

  var history: HistoryFile?
  var screen = ScreenState()
  var plainLine = PlainLinePainter()

  /// Whether a line is being handed over in plain mode.
  var isSubmitting = false

  /// What is still to be printed in plain mode.
  var messages: [UInt8] = []
  var isPaused = false
  var isOpen = true

  /// Takes over the terminal and the signals, and shows the prompt in plain mode.
  ///
  /// - Parameters:
  ///   - device: The terminal.
  ///   - configuration: Prompt, keys, mode and files.
  ///   - completions: Called for Tab, with the line and the cursor's offset in bytes.
  ///   - onEvent: Called on the main actor, never while `init` runs.
  /// - Precondition: No other editor is open.
  /// - Throws: ``TerminalError`` if the process is in the background for good or signals cannot
  ///   be listened to; the terminal is as it was then.
  package init(
    device: TerminalDevice, configuration: Configuration,
    completions: @escaping (_ line: String, _ cursor: Int) -> Completion = { _, _ in
      Completion()
    },
    onEvent: @escaping (LineEvent) -> Void
  ) throws(TerminalError) {
    precondition(Self.active == nil, "readline edits one line at a time")
    precondition(
      configuration.commands.count <= CommandSlots.functions.count, "too many key commands")
    self.device = device
    self.configuration = configuration
    configuredPrompt = configuration.prompt
    self.completions = completions
    self.onEvent = onEvent
    wrapsRows = TerminalKind.wraps { getenv($0).map { String(cString: $0) } }
    guard device.waitForForeground() else { throw .inBackground(path: device.path) }
    try listenToSignals()
    Self.active = self
    setUpReadline()
    history = configuration.history.map(HistoryFile.init)
    loadHistory()
    takeTerminal()
    listenToKeys()
    reported = editorLine
    showPlainLine()
  }

  /// Gives the terminal and the signals back; the editor does nothing afterwards.
  ///
  /// Safe to call from an event, and more than once.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    holdTimer?.cancel()
    if plainLine.isShowing { device.write(plainLine.breakOff(), patience: 200) }
    releaseTerminal()
    readOn()
    keySource = nil
    for source in sources { source.cancel() }
    sources = []
    outputSource?.cancel()
    outputSource = nil
    csignals_close()
    device.signalDescriptor = -1
    if !isInsideReadline { leaveReadline() }
  }

  /// Stops handling keys, and in plain mode showing the line, until `resume()`.
  ///
  /// For the time an answer takes: what is typed meanwhile is kept.
  package func pause() {
    isPaused = true
  }

  /// Goes on after `pause()`.
  package func resume() {
    guard isPaused, isOpen else { return }
    isPaused = false
    readOn()
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
