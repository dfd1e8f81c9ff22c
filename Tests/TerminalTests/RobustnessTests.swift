import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// Windows, keys and signals that no person would send, in every state of the editor.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct RobustnessTests {
  /// How a state is entered, and the event that reports it.
  enum State: String, CaseIterable {
    case normal, search, argument, completions, character, quoted, keyHalfTyped, pasting, paused

    var keys: String {
      switch self {
      case .normal: "abc"
      case .search: "abc\u{12}"
      case .argument: "abc\u{1B}5"
      case .completions: "al\t\t\t"
      case .character: "abc\u{18}g"
      case .quoted: "abc\u{16}"
      case .keyHalfTyped: "abc\u{18}"
      case .pasting: "abc\u{1B}[200~never"
      case .paused: "abc\u{18}q"
      }
    }

    /// The start of the newest event once the state is entered.
    var event: String {
      switch self {
      case .search: #"edited "(reverse-i-search)"#
      case .argument: #"edited "(arg: 5)"#
      case .completions: "completionsListed"
      case .character: "command probe-letter"
      case .paused: "command probe-pause"
      case .normal, .quoted, .keyHalfTyped, .pasting: #"edited "probe> " "abc""#
      }
    }
  }

  static let modes = ["screen", "5", "~5", "plain"]
  static let states = modes.flatMap { mode in State.allCases.map { (mode, $0) } }

  private func probe(_ mode: String, in state: State? = nil) throws -> ProbeSession {
    let probe = try ProbeSession(mode, variables: ["XTERM_VERSION": "XTerm(379)"])
    guard let state else { return probe }
    probe.terminal.send(state.keys)
    probe.terminal.wait { _ in probe.events.contains { $0.hasPrefix(state.event) } }
    return probe
  }

  @Test(arguments: states)
  func aSignalEndsTheProcessInEveryState(mode: String, state: State) throws {
    for signal in [SIGTERM, SIGHUP, SIGQUIT] {
      let probe = try probe(mode, in: state)
      probe.terminal.signal(signal)
      probe.expectEnd(.signal(signal))
      if mode == "5" || mode == "~5" { #expect(probe.terminal.screen.text == "") }
    }
  }

  @Test(arguments: states)
  func ctrlCLeavesEveryState(mode: String, state: State) throws {
    let probe = try probe(mode, in: state)
    probe.terminal.signal(SIGINT)
    probe.terminal.wait { _ in probe.events.contains { $0.hasPrefix("interrupted") } }
    guard state != .paused else { return }  // typed keys are kept until the pause ends
    probe.type("xyz", #"edited "probe> " "xyz" """#)
    probe.terminal.wait { $0.cursorRow == "probe> xyz" }
    if mode != "plain" {
      probe.settle()
      #expect(probe.isAsPaintedAnew())
    }
  }

  @Test(arguments: ["screen", "5", "plain"])
  func keysThatWaitWhenCtrlCIsTypedAreDropped(mode: String) throws {
    let probe = try probe(mode)
    probe.terminal.signal(SIGSTOP)
    probe.terminal.send("abc\u{3}")
    probe.terminal.signal(SIGCONT)
    probe.terminal.wait { _ in probe.events.contains { $0.hasPrefix("interrupted") } }
    probe.type("xyz", #"edited "probe> " "xyz" """#)
    // SIGCONT prints the prompt of plain mode again, in whatever row the cursor is.
    probe.terminal.wait { $0.cursorRow.hasSuffix("probe> xyz") }
  }

  @Test(arguments: states.filter { $0.0 != "plain" })
  func theEditorContinuesAfterAStopInEveryState(mode: String, state: State) throws {
    let probe = try probe(mode, in: state)
    // The terminal's key cannot stop a session leader, and neither does this signal: it returns the
    // terminal and takes it back at once.
    probe.terminal.signal(SIGTSTP)
    probe.terminal.wait { _ in probe.events.contains("continued") }
    guard state != .paused else { return }
    probe.terminal.signal(SIGINT)
    probe.terminal.wait { _ in probe.events.contains { $0.hasPrefix("interrupted") } }
    probe.type("xyz", #"edited "probe> " "xyz" """#)
    probe.settle()
    #expect(probe.isAsPaintedAnew())
    probe.terminal.signal(SIGTERM)
    probe.expectEnd(.signal(SIGTERM))
  }

  @Test(arguments: zip(["screen", "5", "~60%"], [UInt64(1), 2, 3]))
  func aThousandSizesWithTypingEndInTheRightScreen(mode: String, seed: UInt64) throws {
    let probe = try probe(mode)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      probe.terminal.resize(
        rows: .random(in: 0...40, using: &random), columns: .random(in: 0...120, using: &random))
      if Bool.random(using: &random) { probe.terminal.send(Self.key(using: &random)) }
    }
    probe.terminal.resize(rows: 20, columns: 60)
    probe.terminal.signal(SIGINT)
    // It discards what has been typed, so wait for it before typing.
    probe.terminal.wait { _ in probe.events.contains { $0.hasPrefix("interrupted") } }
    probe.terminal.wait { $0.contains("60x\(mode == "5" ? 5 : mode == "screen" ? 20 : 12)") }
    probe.settle()
    probe.terminal.send("\u{5}\u{15}abc")
    probe.terminal.wait { $0.cursorRow == "probe> abc" }
    probe.settle()
    #expect(probe.isAsPaintedAnew())
    probe.terminal.send("\u{15}\u{4}")
    probe.expectEnd(.code(0))
  }

  @Test(arguments: ["screen", "5", "~5"], [UInt64(1), 2, 3])
  func aStormOfKeysEndsInTheRightScreen(mode: String, seed: UInt64) throws {
    let probe = try probe(mode)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      probe.terminal.send((0..<20).map { _ in Self.key(using: &random) }.joined())
    }
    probe.terminal.send("\u{7}\u{7}\u{15}abc")
    probe.settle()
    #expect(probe.isAsPaintedAnew())
    probe.terminal.signal(SIGTERM)
    probe.expectEnd(.signal(SIGTERM))
  }

  /// A random key that neither ends nor suspends the probe.
  private static func key(using random: inout SeededGenerator) -> String {
    let keys = [
      "a", "é", "日", "e\u{301}", " ", "\u{7F}", "\u{1}", "\u{5}", "\u{2}", "\u{B}", "\u{19}",
      "\u{1F}", "\t", "\r", "\u{1B}[A", "\u{1B}[B", "\u{1B}5", "\u{18}p", "\u{18}w", "\u{C}",
      "\u{18}gx", "\u{1B}[200~pa\nste\u{1B}[201~", "\u{1B}b", "\u{12}a\u{7}",
    ]
    return keys.randomElement(using: &random) ?? "a"
  }
}
