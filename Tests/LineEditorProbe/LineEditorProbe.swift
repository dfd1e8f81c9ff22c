import Glibc
import Terminal
import TerminalText

/// A program that consists of a line editor, for tests.
///
/// Its arguments are the mode (`screen`, `plain`, or the height of an area) and, if wanted, a
/// history file; or `stop`, for a `StopProbe`. Every event is a line on standard output; the terminal
/// shows the line in its first row, the size below, then the completions, or a row for each character
/// of the line.
@main
@MainActor
final class LineEditorProbe {
  private static let commands = [
    KeyCommand(name: "targets-next-row", keys: ["\\e[B"]),
    KeyCommand(name: "targets-dead", keys: ["\\ex", "\\C-xd"]),
    KeyCommand(name: "probe-print", keys: ["\\C-xp"]),
    KeyCommand(name: "probe-slow", keys: ["\\C-xw"]),
    KeyCommand(name: "probe-fault", keys: ["\\C-xs"]),
    KeyCommand(name: "probe-trap", keys: ["\\C-xt"]),
    KeyCommand(name: "probe-overflow", keys: ["\\C-xo"]),
    KeyCommand(name: "probe-race", keys: ["\\C-xr"]),
    KeyCommand(name: "probe-busy", keys: ["\\C-xb"]),
    KeyCommand(name: "probe-letter", keys: ["\\eg", "\\C-xg"]),
    KeyCommand(name: "probe-pause", keys: ["\\C-xq"]),
    KeyCommand(name: "probe-settle", keys: ["\\C-x."]),
    KeyCommand(name: "probe-redraw", keys: ["\\C-l"]),
    KeyCommand(name: "probe-halt", keys: ["\\C-xh"]),
    KeyCommand(name: "probe-flood", keys: ["\\C-xf"]),
  ]

  private let editor: LineEditor
  private var candidates: [String] = []
  private var isFlooding = false
  private var end: CheckedContinuation<Void, Never>?

  static func main() async {
    if CommandLine.arguments.dropFirst() == ["stop"] {
      return report(StopProbe.continuesTwice() ? "continued twice" : "continued once")
    }
    var probe: LineEditorProbe?
    if getenv("PROBE_KEEPS_KEYS") != nil { keepKeys() }
    do {
      probe = try LineEditorProbe(arguments: CommandLine.arguments) { probe?.handle($0) }
      probe?.start()
      // Not a stream, which would start the global executor, whose threads wake the process each second.
      await withCheckedContinuation { probe?.end = $0 }
      probe?.editor.close()
    } catch {
      report("failed: \(error)")
      exit(2)
    }
  }

  /// Makes Ctrl-C keep the keys that were typed before it.
  private static func keepKeys() {
    var attributes = termios()
    tcgetattr(STDIN_FILENO, &attributes)
    attributes.c_lflag |= tcflag_t(NOFLSH)
    tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
  }

  private init(arguments: [String], handle: @escaping (LineEvent) -> Void) throws {
    let mode: ScreenMode =
      switch arguments.dropFirst().first {
      case "plain": .plain
      case "screen", nil: .screen
      case let height?: .inline(try AreaHeight(height))
      }
    let configuration = LineEditor.Configuration(
      prompt: "probe> ", commands: Self.commands, mode: mode,
      history: arguments.dropFirst(2).first,
      wrapsRows: TerminalKind.wraps { getenv($0).map { String(cString: $0) } })
    editor = try LineEditor(device: TerminalDevice(), configuration: configuration)
    editor.completions = { line, _ in
      ["alpha", "alpine", "beta one"].filter { line.isEmpty || $0.hasPrefix(line) }
    }
    editor.onEvent = handle
    editor.resume()
  }

  private func start() {
    editor.screen.enter()
    paint()
    Self.report("ready")
  }

  private func handle(_ event: LineEvent) {
    if case .completionsListed(let candidates) = event {
      self.candidates = candidates
    } else if event != .resized && event != .continued {
      candidates = []
    }
    switch event {
    case .edited:
      let line = editor.editorLine
      let parts = [line.prompt, line.beforeCursor, line.afterCursor].map(\.debugDescription)
      Self.report("edited \(parts.joined(separator: " "))")
    case .command(let name, let argument):
      Self.report("command \(name) \(argument.map(String.init) ?? "-") \(editor.line)")
      perform(name)
    case .submitted(let text):
      editor.addToHistory(text)
      Self.report("submitted \(text.debugDescription)")
      if editor.line == text { editor.clearLine() }
    case .interrupted:
      Self.report("interrupted \(editor.line.debugDescription)")
      editor.clearLine()
    case .terminated(let signal):
      editor.close()
      dieOf(signal)
    case .endOfInput:
      Self.report("\(event)")
      end?.resume()
      end = nil
    default:
      Self.report("\(event)")
    }
    paint()
  }

  private func perform(_ name: String) {
    switch name {
    case "probe-print":
      editor.print([StyledText(DisplayText("printed \(editor.line)"), Style(isBold: true))])
    case "probe-slow":
      editor.pause()
      Task {
        await Task.yield()
        editor.print([StyledText(DisplayText("the answer"))])
        editor.resume()
      }
    case "probe-pause":
      editor.pause()
    case "probe-settle":
      reportWhenSent("settled")
    case "probe-redraw":
      editor.screen.redraw()
      reportWhenSent("redrawn")
    case "probe-letter":
      editor.readCharacter { Self.report("letter \($0.map(String.init) ?? "-")") }
    case "probe-fault":
      UnsafeMutableRawPointer(bitPattern: 8)?.storeBytes(of: 1, as: UInt8.self)
    case "probe-overflow":
      Self.report("overflow \(Self.depth(of: editor.line.count))")
    case "probe-race":
      Self.report("racing")
      crashWhileEntering()
    case "probe-busy":
      Self.report("busy")
      while true { usleep(1_000) }
    case "probe-trap":
      Self.report("trap \([0][editor.line.count + 1])")
    case "probe-flood":
      flood()
    case "probe-halt":
      isFlooding = false
      Self.report("flood ended")
    default:
      break
    }
  }

  /// Crashes another thread while this one is about to show the alternate screen.
  private func crashWhileEntering() {
    editor.screen.leave()
    editor.device.inOneStep {
      var thread = pthread_t()
      pthread_create(&thread, nil, Self.crash, nil)
      usleep(100_000)
      editor.screen.enter()
    }
    while true { usleep(1_000) }
  }

  private nonisolated static let crash:
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      raise(SIGSEGV)
      return nil
    }

  /// Recurses forever; using the result prevents tail-call elimination.
  private static func depth(of number: Int) -> Int {
    number < 0 ? 0 : depth(of: number + 1) + number
  }

  /// Reports an event when the terminal has received everything that was painted before.
  private func reportWhenSent(_ event: String) {
    Task {
      // The second pass paints what the first one skipped because the terminal was still busy.
      for _ in 0..<2 {
        paint()
        while editor.screen.isBehind { await Task.yield() }
      }
      Self.report(event)
    }
  }

  /// Paints forever, and reports when the terminal accepts nothing.
  private func flood() {
    isFlooding = true
    Task {
      var isTold = false
      for number in 0... {
        guard isFlooding else { break }
        let line = ScreenLine(DisplayText("\(number)"))
        let isTaken = editor.screen.paint(Frame(lines: Array(repeating: line, count: 99)))
        if !isTaken && !isTold { Self.report("behind") }
        isTold = isTold || !isTaken
        await Task.yield()
      }
      paint()
    }
  }

  private func paint() {
    let size = editor.screen.size
    let fitted = editor.editorLine.fitted(columns: size.columns)
    let lines = [
      ScreenLine(fitted.prompt + fitted.line),
      ScreenLine(
        StyledText(DisplayText("size"), Style(foreground: .green)),
        trailing: StyledText(DisplayText("\(size.columns)x\(size.rows)"))),
    ]
    editor.screen.paint(
      Frame(
        lines: lines + rows, cursor: Frame.Position(row: 0, column: fitted.cursorColumn)))
  }

  /// Rows to show, with all widths and styles.
  private var rows: [ScreenLine] {
    guard candidates.isEmpty else { return candidates.map { ScreenLine(DisplayText($0)) } }
    let letters = editor.line
    return letters.enumerated().prefix(200).map { number, letter in
      let style = Style(foreground: .cyan, isBold: number % 2 == 0, isStruck: number % 3 == 0)
      let text = StyledText(DisplayText("\(letter) 日本 ")) + StyledText(DisplayText(letters), style)
      return ScreenLine(text, trailing: StyledText(DisplayText(" \(number % 10)")))
    }
  }

  private static func report(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
