import CReadline
import Glibc
import TerminalText

/// GNU readline as the editor of one line; it does not read, draw, or touch the terminal.
///
/// readline's state is global, so a process has at most one editor. Keys arrive only by `step()`.
@MainActor
final class ReadlineEditor {
  enum Request {
    case command(name: String, argument: Int?)
    case submit
    case endOfInput
    case list([String])

    /// A key without a function in the keymap in which letters are commands.
    case unknown(String, argument: Int?)

    /// A key that calls nothing after C-x.
    case unknownAfterPrefix(String)
  }

  private enum AcceptedLine {
    case text(String), end
  }

  /// A function that readline calls for a key, with the numeric argument and the key.
  typealias Command = @convention(c) (Int32, Int32) -> Int32

  static var active: ReadlineEditor?

  let configuration: LineEditor.Configuration

  /// All commands, in the order of their functions.
  let allCommands: [KeyCommand]

  /// The keymap in which letters are commands.
  var plainMap: Keymap?

  /// Whether letters are commands.
  var takesPlainKeys = false {
    didSet { if takesPlainKeys != oldValue { chooseKeymap() } }
  }

  /// Whether what is typed is text; otherwise each key is an answer, and readline must not insert several at
  /// once.
  var takesText = true {
    // An answer is also read from who was in the command mode of vi.
    didSet { if oldValue, !takesText { chooseKeymap() } }
  }

  /// Called for Tab, with the cursor's offset in bytes.
  var completions: (_ line: String, _ cursor: Int) -> [String] = { _, _ in [] }

  /// Waits while a command reads its own keys; `nil` if it must not wait.
  var awaitKeys: () -> ArraySlice<UInt8>? = { nil }

  var onRequest: (Request) -> Void = { _ in }

  /// The next bytes for readline.
  var ready: ArraySlice<UInt8> = []

  /// The byte that readline received last.
  private var lastByte: UInt8 = 0

  /// How many bytes macros have added since all keys were last handled.
  var macroLength = 0

  /// Messages of readline that have not been reported yet.
  var messages: [String] = []

  private(set) var isRunning = false

  var configuredPrompt: String
  var history: HistoryFile?
  private var candidates: [String] = []
  private var remaining: ArraySlice<String> = []
  private var quotesNextKey = false
  private var isOpen = true

  /// Set if readline itself accepted the line, by a key that the user has bound.
  private var acceptedLine: AcceptedLine?

  /// No other editor may be open.
  init(_ configuration: LineEditor.Configuration, device: TerminalDevice) {
    precondition(Self.active == nil, "readline edits one line at a time")
    allCommands = configuration.commands + (configuration.plainKeys?.commands ?? [])
    self.configuration = configuration
    configuredPrompt = configuration.prompt
    Self.active = self
    setUp(device)
    history = configuration.history.map(HistoryFile.init)
    loadHistory()
  }

  /// Deactivates readline as soon as it is not running.
  func close() {
    isOpen = false
    guard !isRunning else { return }
    rl_callback_handler_remove()
    if Self.active === self { Self.active = nil }
  }

  func setSize(_ size: ScreenSize) {
    rl_set_screen_size(Int32(clamping: size.rows), Int32(clamping: size.columns))
  }

  /// Ends a search, an argument or an incomplete key sequence.
  func abort() {
    rl_free_line_state()
    rl_callback_sigcleanup()
    quotesNextKey = false
    ready = []
  }

  /// Whether readline waits for a key that may be Esc.
  var takesEscape: Bool {
    let waiting =
      RL_STATE_MULTIKEY | RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_VIMOTION
      | RL_STATE_CHARSEARCH | RL_STATE_METANEXT
    // In review, where letters are commands, and in a question there is no insert mode for Esc to end; a
    // picker is left by Esc.
    let isVi =
      creadline_is_vi() != 0 && !takesPlainKeys && takesText && !configuration.leavesByEscape
    return isVi || quotesNextKey || creadline_state() & UInt(waiting) != 0
  }

  /// Whether C-x was typed and readline waits for the next key.
  var isTypingPrefix: Bool {
    lastByte == 0x18 && creadline_state() & UInt(RL_STATE_MULTIKEY) != 0
  }

  /// Whether a number for the next command is being typed.
  var isTypingArgument: Bool { creadline_state() & UInt(RL_STATE_NUMERICARG) != 0 }

  func isBound(_ keys: [UInt8]) -> Bool {
    creadline_is_bound(keys.map { CChar(bitPattern: $0) }, keys.count) != 0
  }

  /// Lets readline handle one of the ready keys.
  func step() {
    if let byte = ready.first, byte >= 0x20, byte != 0x7F, isFull {
      ready.removeFirst()
      return
    }
    let wasQuoted = quotesNextKey
    let unknown = unknownAfterPrefix
    isRunning = true
    catchingMessages { rl_callback_read_char() }
    creadline_limit_argument()
    takePushedKeys()
    isRunning = false
    if ready.isEmpty { macroLength = 0 }
    quotesNextKey = !wasQuoted && creadline_last_was_quoted_insert() != 0
    guard isOpen else { return close() }
    limitLine()
    handleAcceptedLine()
    if let unknown { onRequest(.unknownAfterPrefix(unknown)) }
  }

  /// The keys, if the next one calls nothing after C-x; `nil` also for the keys that cancel C-x.
  private var unknownAfterPrefix: String? {
    guard isTypingPrefix, let byte = ready.first, ![0x07, 0x1B].contains(byte) else { return nil }
    let keys = [lastByte, byte]
    let isLowercased = creadline_is_lowercased(keys.map { CChar(bitPattern: $0) }, keys.count) != 0
    let meant = isLowercased ? [lastByte, byte | 0x20] : keys
    guard !isBound(meant), let key = KeyName.of(byte) else { return nil }
    return "C-x \(key)"
  }

  /// Whether another letter would be cut off, and would leave a useless step to undo.
  private var isFull: Bool {
    LineLimit.isReached(by: Int(creadline_length())) && !takesEscape
  }

  /// Within a sequence, readline must see the rest of it: it would take Esc for a key of its own.
  private var hasNextByte: Bool {
    let isInSequence = lastByte == 0x1B || creadline_state() & UInt(RL_STATE_MULTIKEY) != 0
    return !ready.isEmpty && (takesText || isInSequence)
  }

  /// Returns -1 if readline must not wait for a byte.
  private func nextByte() -> Int32 {
    while ready.isEmpty {
      guard isOpen, let bytes = awaitKeys() else { return -1 }
      ready = bytes
    }
    lastByte = ready.removeFirst()
    return Int32(lastByte)
  }

  /// Treats a line that readline accepted like one that our own command submitted.
  private func handleAcceptedLine() {
    guard let accepted = acceptedLine else { return }
    acceptedLine = nil
    useUTF8()
    guard case .text(let text) = accepted else { return onRequest(.endOfInput) }
    insert(Array(text.utf8))
    onRequest(.submit)
  }

  // MARK: Setting up

  /// Binds our keys before readline reads the user's inputrc, so that it can change the bindings.
  private func setUp(_ device: TerminalDevice) {
    let isForced = useUTF8()
    // readline keeps the pointers, so these copies are never freed.
    creadline_set_name(strdup("targets"))
    if configuration.mode == .plain { creadline_set_terminal_name(strdup("dumb")) }
    creadline_take_nothing_over({ _ in }, {})
    creadline_set_streams(fdopen(dup(device.fileDescriptor), "r"), fopen("/dev/null", "w"))
    creadline_set_input(
      { _ in MainActor.assumeIsolated { ReadlineEditor.active?.nextByte() ?? -1 } },
      { MainActor.assumeIsolated { ReadlineEditor.active?.hasNextByte == true ? 1 : 0 } })
    creadline_set_redisplay({
      MainActor.assumeIsolated { ReadlineEditor.active?.takePushedKeys() }
    })
    addCommands()
    // Several completions are listed at once, unless the user's inputrc says otherwise.
    rl_variable_bind("show-all-if-ambiguous", "on")
    catchingMessages { _ = rl_initialize() }
    bindForcedCommands()
    rl_variable_bind("bell-style", "none")
    if isForced { takeAllBytes() }
    rl_tty_set_echoing(1)
    setUpCompletion()
    setSize(device.size)
    rl_callback_handler_install(configuration.prompt) { line in
      // readline calls this inside `rl_callback_read_char`, so on the main actor.
      let text = line.map { String(cString: $0) }
      free(line)
      MainActor.assumeIsolated {
        ReadlineEditor.active?.acceptedLine = text.map(AcceptedLine.text) ?? .end
      }
    }
    useUTF8()
  }

  /// Makes readline edit whole characters in any locale; returns whether the locale was changed.
  ///
  /// readline returns to the locale of the environment whenever it starts a line.
  @discardableResult
  func useUTF8() -> Bool {
    setlocale(LC_CTYPE, "")
    guard String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" else { return false }
    setlocale(LC_CTYPE, "C.UTF-8")
    return true
  }

  /// Does what readline does by itself in locales other than C.
  private func takeAllBytes() {
    rl_variable_bind("input-meta", "on")
    rl_variable_bind("output-meta", "on")
    rl_variable_bind("convert-meta", "off")
  }

  /// The keymaps in which letters are text.
  private var editingMaps: [Keymap] {
    let names = ["emacs", "vi-insert", "vi-command"]
    return names.compactMap { rl_get_keymap_by_name($0) }
  }

  /// Binds the keys that override the user's inputrc, after readline has read it.
  private func bindForcedCommands() {
    for (place, command) in configuration.commands.enumerated() where command.isForced {
      let function = Self.function(ofCommand: place)
      for key in command.allKeys {
        var bytes = [CChar](repeating: 0, count: 2 * key.utf8.count + 1)
        var count: CInt = 0
        let isOne = rl_translate_keyseq(key, &bytes, &count) == 0 && count == 1
        for map in editingMaps {
          // readline would keep longer sequences, and wait for their other keys.
          if isOne {
            let place = Int(UInt8(bitPattern: bytes[0]))
            map[place] = KEYMAP_ENTRY(type: CChar(ISFUNC), function: function)
          } else {
            rl_bind_keyseq_in_map(key, function, map)
          }
        }
      }
    }
  }

  private func addCommands() {
    let maps = editingMaps
    let plainMap = addPlainMap()
    // accept-line would end the line and print a line break.
    let submit: Command = { _, _ in
      MainActor.assumeIsolated { ReadlineEditor.active?.onRequest(.submit) }
      return 0
    }
    add(
      "targets-submit", keys: ["\\C-m", "\\C-j"], submit,
      to: maps + [plainMap].compactMap { $0 })
    for (place, command) in allCommands.enumerated() {
      let isPlain = place >= configuration.commands.count
      add(
        command.name, keys: command.allKeys, Self.function(ofCommand: place),
        to: isPlain ? [plainMap].compactMap { $0 } : maps + [plainMap].compactMap { $0 })
    }
  }

  private func add(
    _ name: String, keys: [String], _ function: @escaping Command, to maps: [Keymap]
  ) {
    rl_add_defun(strdup(name), function, -1)
    for map in maps {
      for key in keys { rl_bind_keyseq_in_map(key, function, map) }
    }
  }

  /// The function that calls ``commandCalled(_:_:)`` for a command of the configuration.
  nonisolated static func function(ofCommand place: Int) -> Command {
    let called: Command = { ReadlineEditor.commandCalled(Int($0), $1) }
    guard let function = creadline_command(Int32(place), called) else {
      preconditionFailure("too many key commands")
    }
    return function
  }

  /// Called by readline for a command of the configuration.
  private nonisolated static func commandCalled(_ index: Int, _ count: Int32) -> Int32 {
    MainActor.assumeIsolated {
      guard let editor = active else { return 0 }
      let argument = creadline_has_argument() == 0 ? nil : Int(count)
      let name = editor.allCommands[index].name
      editor.onRequest(.command(name: name, argument: argument))
      return 0
    }
  }

  private func setUpCompletion() {
    creadline_set_completion(
      { text, _, _ in
        let address = UInt(bitPattern: text)
        let matches = MainActor.assumeIsolated {
          ReadlineEditor.active?.matches(for: address) ?? 0
        }
        return UnsafeMutablePointer(bitPattern: matches)
      },
      { _, _, _ in
        MainActor.assumeIsolated {
          guard let editor = ReadlineEditor.active else { return }
          editor.onRequest(.list(editor.candidates))
        }
      })
  }

  /// Uses addresses as parameter and result, since pointers cannot cross isolation domains.
  private func matches(for text: UInt) -> UInt {
    creadline_completion_is_final()
    candidates = completions(line.text, line.beforeCursor.utf8.count)
    remaining = candidates[...]
    let matches = rl_completion_matches(UnsafePointer(bitPattern: text)) { _, _ in
      let next = MainActor.assumeIsolated { ReadlineEditor.active?.remaining.popFirst() }
      return next.flatMap { strdup($0) }
    }
    return UInt(bitPattern: matches)
  }
}
