import Printing
import Browser
import FeedbackLoop
import Glibc
import ListModel
import NameSearch
import Terminal
import TerminalText

// Turns the events of the line editor into events of the loop.

extension Session {
  func listen() {
    editor.completions = { [weak self] line, cursor in
      let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
      return self?.loop.state.completions(of: text) ?? []
    }
    editor.onEvent = { [weak self] event in self?.handle(event) }
  }

  private func handle(_ event: LineEvent) {
    switch event {
    case .edited:
      loop.send(.prompt(.lineEdited(editor.line)))
    case .command(let name, let count):
      if let key = ReviewCommand.allCases.first(where: { $0.readlineName == name }) {
        return loop.send(.prompt(.reviewKeyPressed(key, count: count ?? 1)))
      }
      if let key = settings.browser.expectedKeys.first(where: { $0.readlineName == name }) {
        return loop.send(.prompt(.expectedKeyPressed(key, line: editor.line)))
      }
      guard let command = Command.allCases.first(where: { $0.readlineName == name }) else { return }
      loop.send(.prompt(.commandGiven(command, count: count ?? 1, line: editor.line)))
      // Read the title at once: it may have arrived together with the key.
      if command == .jump { readTitle() }
    case .submitted(let line):
      loop.send(.prompt(.submitted(line)))
    case .escape:
      loop.send(.prompt(.escaped))
    case .prefixChanged(let isTyped):
      loop.send(.prompt(.prefixChanged(isTyped: isTyped)))
    case .unknownKey(let key, let count):
      loop.send(.prompt(.unknownKeyPressed(key, count: count ?? 1)))
    case .pasteIgnored(let count):
      loop.send(.prompt(.pasteIgnored(characters: count)))
    case .mouse(.pressed(let row, let column)):
      loop.send(.prompt(.clicked(row: row, column: column)))
    case .mouse(.wheelTurned(let isTowardsEnd)):
      loop.send(.prompt(.wheelTurned(lines: isTowardsEnd ? Self.linesOfNotch : -Self.linesOfNotch)))
    case .interrupted:
      interrupt()
    case .endOfInput:
      loop.send(.prompt(.inputEnded))
    case .completionsListed(let candidates):
      loop.send(.cover(.completionsListed(candidates)))
    case .complained(let messages):
      loop.send(.noticed(.init(messages.joined(separator: "; "), isError: true)))
    case .resized:
      measureScreen()
    case .continued:
      measureScreen()
      editor.screen.redraw()
    case .terminated(let signal):
      end(.signal(signal))
    }
  }

  /// Ctrl-C clears the line; on an empty line, or in a picker, it leaves.
  private func interrupt() {
    let line = editor.line
    clearLine()
    loop.send(.prompt(.interrupted(line: line)))
  }

  /// Reports the keys of verdicts that the user's inputrc has taken.
  func tellTakenKeys() {
    let verdicts = settings.browser.verdicts
    guard !settings.browser.isPlain, !verdicts.isEmpty else { return }
    let taken = editor.plainKeysTaken(
      of: verdicts.map(\.key),
      exceptBy: Set(
        ReviewCommand.allCases.filter { !settings.browser.offers($0) }.map(\.readlineName)))
    guard let first = taken.first, let verdict = verdicts.first(where: { $0.key == first }) else {
      return
    }
    let keys = taken.map { String($0) }.joined(separator: ", ")
    loop.send(
      .noticed(
        .init(
          "~/.inputrc binds \(keys) to something else; use :decide \(verdict.verdict.word)",
          isError: true)))
  }

  /// The number of lines per notch of the wheel, as in most terminals.
  private static var linesOfNotch: Int { 3 }

  /// Reads the next character as an index title.
  private func readTitle() {
    editor.readCharacter { [weak self] character in
      self?.loop.send(.prompt(.titleChosen(character.map { String($0) })))
    }
  }
}

extension LineEditor {
  /// Between sessions, a signal ends the program at once, and keys wait.
  package func dieOfSignals() {
    onEvent = { [weak self] event in
      switch event {
      case .interrupted:
        // Does the same as the session's own close, which would have followed a moment later.
        self?.close()
        _exit(ExitStatus.abandoned.rawValue)
      case .terminated(let signal):
        self?.close()
        dieOf(signal)
      default: break
      }
    }
  }
}

extension LineEditor.Configuration {
  package init(_ settings: BrowseSettings) {
    let isPicking = settings.browser.purpose == .picking
    let picksSeveral = settings.browser.mostPicks != nil
    self.init(
      prompt: settings.browser.isPlain && settings.browser.reviews
        ? settings.browser.plainReviewPrompt(isChanged: false) : settings.browser.prompt,
      commands: Command.allCases.map {
        // Tab completes, unless it picks.
        let isBound =
          (picksSeveral || ![.pickNext, .pickPrevious, .pickAll].contains($0))
          && (settings.browser.usesStore || !$0.needsStore)
        let more = isPicking && !settings.browser.isPlain ? $0.pickerKeys : []
        return KeyCommand(name: $0.readlineName, keys: isBound ? $0.keys + more : [])
      } + settings.browser.expectedKeys.compactMap(KeyCommand.init),
      plainKeys: PlainKeys(
        keymap: ReviewCommand.keymap,
        commands: ReviewCommand.allCases.map {
          KeyCommand(name: $0.readlineName, keys: [String($0.key)])
        }),
      mode: settings.browser.isPlain ? .plain : settings.height.map { .inline($0) } ?? .screen,
      history: settings.historyPath, glyphs: settings.browser.glyphs,
      painter: FramePainter(usesColor: settings.browser.isColored), wrapsRows: settings.wrapsRows,
      usesMouse: settings.usesMouse, leavesByEscape: isPicking, interruptsAlone: isPicking)
  }
}

extension KeyCommand {
  /// The command for an expected key; `nil` for keys that always reach the browser in other ways.
  fileprivate init?(_ key: ExpectedKey) {
    let sequences: [String]
    switch key.press {
    case .enter, .escape: return nil
    // On an empty line, readline reports the end of the input whatever the key is bound to.
    case .endOfInput: sequences = ["\\C-d"]
    case .sequences(let ofKey): sequences = ofKey
    }
    self.init(name: key.readlineName, keys: sequences, isForced: true)
  }
}
