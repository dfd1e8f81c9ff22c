import Browser
import FeedbackLoop
import Glibc
import NameSearch
import Terminal
import TerminalText

// The line editor's side of the session: what it is set up with, and what its events become.

extension Session {
  func makeEditor() throws -> LineEditor {
    let settings = configuration.settings
    return try LineEditor(
      device: device,
      configuration: .init(
        prompt: "targets> ", commands: keyCommands, mode: mode,
        history: configuration.historyPath, glyphs: settings.glyphs,
        painter: FramePainter(usesColor: settings.isColored)),
      completions: { [weak self] line, cursor in
        let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
        return Completion(candidates: self?.loop.state.completions(of: text) ?? [])
      },
      onEvent: { [weak self] event in self?.take(event) })
  }

  private var mode: ScreenMode {
    if configuration.settings.isPlain { return .plain }
    return configuration.height.map { .inline($0) } ?? .screen
  }

  /// The commands of the browser's table; aborting is readline's own business outside a picker.
  private var keyCommands: [KeyCommand] {
    let isPicking = configuration.settings.purpose == .picking
    return Command.allCases.filter { isPicking || $0 != .abort }.map {
      KeyCommand(name: $0.readlineName, keys: $0.keys, label: $0.keyLabel, help: $0.summary)
    }
  }

  private func take(_ event: LineEvent) {
    switch event {
    case .edited:
      if let line = editor?.line { lineEdited(line) }
    case .command(let name, let count):
      guard let command = Command.allCases.first(where: { $0.readlineName == name }) else { return }
      flushTyping()
      loop.send(.commandGiven(command, count: count ?? 1, line: editor?.line ?? ""))
      // At once: the letter may have arrived together with the key.
      if command == .jump { readTitle() }
    case .submitted(let line):
      flushTyping()
      loop.send(.submitted(line))
    case .escape:
      flushTyping()
      loop.send(.escaped)
    case .interrupted:
      interrupt()
    case .endOfInput:
      loop.send(.inputEnded)
    case .completionsListed(let candidates):
      flushTyping()
      loop.send(.completionsListed(candidates))
    case .resized:
      measureScreen()
    case .continued:
      measureScreen()
      editor?.screen.redraw()
    case .terminated(let signal):
      end(.signal(signal))
    case .hungUp:
      end(.signal(SIGHUP))
    }
  }

  /// Ctrl-C takes the text back; where there is none, it leaves.
  private func interrupt() {
    guard let editor else { return }
    let line = editor.line
    clearLine()
    loop.send(.interrupted(line: line))
  }

  /// Takes the next character as an index title instead of text.
  private func readTitle() {
    editor?.readCharacter { [weak self] character in
      self?.loop.send(.titleChosen(character.map { String($0) }))
    }
  }
}
