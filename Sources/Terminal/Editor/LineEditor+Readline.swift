import CReadline
import Glibc
import TerminalText

extension LineEditor {
  /// A line readline took by itself, by a key the user has bound so.
  enum AcceptedLine {
    case text(String)
    case end
  }

  /// Makes readline an editor that neither reads, nor draws, nor touches the terminal.
  ///
  /// The order matters: our keys are bound before readline reads the user's inputrc, which may
  /// so move them.
  func setUpReadline() {
    let isForced = useUTF8()
    // Copies that are never freed: readline keeps the pointers.
    creadline_set_name(strdup("targets"))
    if configuration.mode == .plain { creadline_set_terminal_name(strdup("dumb")) }
    creadline_take_nothing_over({ _ in }, {})
    creadline_set_streams(fdopen(dup(device.fileDescriptor), "r"), fopen("/dev/null", "w"))
    creadline_set_input(
      { _ in MainActor.assumeIsolated { LineEditor.active?.nextByte() ?? -1 } },
      { MainActor.assumeIsolated { LineEditor.active?.ready.isEmpty == false ? 1 : 0 } })
    creadline_set_redisplay({})
    addCommands()
    rl_initialize()
    rl_variable_bind("bell-style", "none")
    if isForced { takeAllBytes() }
    rl_tty_set_echoing(1)
    setUpCompletion()
    setScreenSize()
    rl_callback_handler_install(configuration.prompt) { line in
      // A C callback carries no context and no isolation. readline calls it inside
      // `rl_callback_read_char`, so this is the main actor already.
      let text = line.map { String(cString: $0) }
      free(line)
      MainActor.assumeIsolated {
        LineEditor.active?.acceptedLine = text.map(AcceptedLine.text) ?? .end
      }
    }
    useUTF8()
  }

  /// Takes readline out of use; to be called when it is not running.
  func leaveReadline() {
    rl_callback_handler_remove()
    if Self.active === self { Self.active = nil }
  }

  func setScreenSize() {
    let size = device.size
    rl_set_screen_size(Int32(clamping: size.rows), Int32(clamping: size.columns))
  }

  /// Leaves a search, an argument, a half-typed key.
  func abortReadline() {
    rl_free_line_state()
    rl_callback_sigcleanup()
    quotesNextKey = false
    ready = []
    keys.removeAll()
  }

  /// True while readline waits for a key that may be Esc.
  var takesEscape: Bool {
    let waiting =
      RL_STATE_MULTIKEY | RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_VIMOTION
      | RL_STATE_CHARSEARCH | RL_STATE_METANEXT
    return creadline_is_vi() != 0 || quotesNextKey || creadline_state() & UInt(waiting) != 0
  }

  /// Without it readline moves by bytes; names are UTF-8 in any locale.
  ///
  /// readline goes back to the locale of the environment whenever it starts a line. Returns
  /// whether that is another one.
  @discardableResult
  func useUTF8() -> Bool {
    setlocale(LC_CTYPE, "")
    guard String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" else { return false }
    setlocale(LC_CTYPE, "C.UTF-8")
    return true
  }

  /// What readline does by itself in locales other than C.
  private func takeAllBytes() {
    rl_variable_bind("input-meta", "on")
    rl_variable_bind("output-meta", "on")
    rl_variable_bind("convert-meta", "off")
  }

  // MARK: Commands

  private func addCommands() {
    for (command, function) in zip(configuration.commands, CommandSlots.functions) {
      add(command.name, keys: command.allKeys, function)
    }
    // An own command: accept-line would end the line and print a line break.
    add("targets-submit", keys: ["\\C-m", "\\C-j"]) { _, _ in
      MainActor.assumeIsolated { LineEditor.active?.submit() }
      return 0
    }
  }

  private func add(_ name: String, keys: [String], _ function: @escaping CommandSlots.Function) {
    rl_add_defun(strdup(name), function, -1)
    for map in ["emacs", "vi-insert", "vi-command"] {
      for key in keys { rl_bind_keyseq_in_map(key, function, rl_get_keymap_by_name(map)) }
    }
  }

  /// What readline calls for one of the configuration's commands.
  nonisolated static func commandCalled(_ index: Int, _ count: Int32) -> Int32 {
    MainActor.assumeIsolated {
      guard let editor = active else { return 0 }
      let argument = creadline_has_argument() == 0 ? nil : Int(count)
      editor.emit(.command(name: editor.configuration.commands[index].name, argument: argument))
      return 0
    }
  }

  private func submit() {
    let text = line
    if configuration.mode == .plain {
      endPlainLine()
      // The next prompt comes behind what there is to say of this line.
      isSubmitting = true
      clearLine()
      emit(.submitted(text))
      isSubmitting = false
      showPlainLine()
    } else {
      emit(.submitted(text))
    }
  }

  /// Does for a line readline took what our own command does.
  func handleAcceptedLine() {
    guard let accepted = acceptedLine else { return }
    acceptedLine = nil
    useUTF8()
    switch accepted {
    case .end:
      emit(.endOfInput)
    case .text(let text):
      insert(Array(text.utf8))
      submit()
    }
  }

  // MARK: Completion

  private func setUpCompletion() {
    creadline_set_completion(
      { text, _, _ in
        let address = UInt(bitPattern: text)
        let matches = MainActor.assumeIsolated { LineEditor.active?.matches(for: address) ?? 0 }
        return UnsafeMutablePointer(bitPattern: matches)
      },
      { _, _, _ in
        MainActor.assumeIsolated {
          guard let editor = LineEditor.active else { return }
          editor.emit(.completionsListed(editor.candidates))
        }
      })
  }

  /// readline's array of matches as an address: pointers do not cross isolations.
  private func matches(for text: UInt) -> UInt {
    creadline_completion_is_final()
    let completion = completions(line, cursor)
    candidates = completion.candidates
    remaining = candidates.map { completion.kept + $0 }[...]
    let matches = rl_completion_matches(UnsafePointer(bitPattern: text)) { _, _ in
      let next = MainActor.assumeIsolated { LineEditor.active?.remaining.popFirst() }
      return next.flatMap { strdup($0) }
    }
    return UInt(bitPattern: matches)
  }
}
