import Glibc
import TestSupport
import Testing

/// A terminal that accepts no output for a while, because its reader does not read.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct SlowTerminalTests {
  @Test func keysAreHandledWhileNothingCanBePaintedAndTheNewestFrameFollows() throws {
    let probe = try ProbeSession(rows: 40)
    probe.terminal.stopReading()
    probe.terminal.send("\u{18}f")
    probe.expect("behind")
    probe.type("abc", #"edited "probe> " "abc" """#)
    probe.type("\u{18}h", "flood ended")
    probe.terminal.startReading()
    probe.terminal.wait { $0.row(0) == "probe> abc" }
    probe.settle()
    #expect(probe.isAsPaintedAnew())
    probe.terminal.signal(SIGTERM)
    probe.expectEnd(.signal(SIGTERM))
  }

  @Test(arguments: ["screen", "5"])
  func aSignalEndsTheProcessOnABlockedTerminal(mode: String) throws {
    let probe = try ProbeSession(mode, rows: 40)
    probe.terminal.stopReading()
    probe.terminal.send("\u{18}f")
    probe.expect("behind")
    probe.terminal.signal(SIGTERM)
    #expect(probe.terminal.waitForExit() == .signal(SIGTERM))
    #expect(probe.terminal.attributes == probe.terminal.attributesAtStart)
  }
}
