import Glibc
import TestSupport
import Testing

@Suite(.ownThreads)
struct MouseProgramTests {
  private static let on = "\u{1b}[?1000h\u{1b}[?1006h"
  private static let off = "\u{1b}[?1006l\u{1b}[?1000l"

  private func open(_ arguments: String...) throws -> TerminalSession {
    let program = try Program()
    let names = "Ada\nBo\nCy\n"
    let session = try program.open(arguments, input: .text(names))
    session.wait { $0.contains("Cy") && $0.contains("targets>") }
    return session
  }

  private func output(of session: TerminalSession) -> String {
    String(decoding: session.output, as: UTF8.self)
  }

  @Test func clicksSelectAndJump() throws {
    let session = try open("--mouse")
    session.send("\u{1b}[<0;8;2M\u{1b}[<0;8;2m")
    session.wait { $0.contains("▸   Bo") }
    session.send("\u{1b}[<0;80;3M")
    session.wait { $0.contains("▸   Cy") }
    session.send("\u{1b}[<65;1;1Mx")
    session.waitForPrompt("x")
    session.send(Key.controlU)
    session.waitForPrompt("")
    session.leave()
    #expect(output(of: session).components(of: Self.on) == 1)
    #expect(output(of: session).hasTrailing(Self.off, after: Self.on))
  }

  @Test func theMouseIsUsedOnlyOnRequest() throws {
    let session = try open()
    session.send("\u{1b}[<0;8;2M")
    session.send("b")
    session.waitForPrompt("b")
    session.send(Key.controlU)
    session.waitForPrompt("")
    session.leave()
    #expect(!output(of: session).contains("?100"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV, SIGABRT])
  func theMouseIsSwitchedOffAtEveryEnd(signal: Int32) throws {
    let session = try open("--mouse")
    session.signal(signal)
    session.expectEnd(.signal(signal))
    #expect(output(of: session).hasTrailing(Self.off, after: Self.on))
  }

  @Test func theMouseIsSwitchedOffWhileStopped() throws {
    let program = try Program()
    let file = try program.environment.home.write("Ada\nBo\nCy\n", to: "names")
    let session = try program.openShell()
    session.send("\(program.path) --mouse \(file)\n")
    session.waitForStatus("3 of 3")
    session.send("\u{1a}")
    session.wait { !$0.isAlternate && $0.contains("Stopped") }
    #expect(output(of: session).hasTrailing(Self.off, after: Self.on))
    session.send("fg\n")
    session.waitForStatus("3 of 3")
    #expect(output(of: session).hasTrailing(Self.on, after: Self.off))
    session.send(Key.controlD)
    session.wait { !$0.isAlternate && $0.cursorRow.hasPrefix("shell$") }
    #expect(output(of: session).hasTrailing(Self.off, after: Self.on))
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }

  /// Whether the last occurrence of `last` is after the last occurrence of `other`.
  fileprivate func hasTrailing(_ last: String, after other: String) -> Bool {
    guard let end = ranges(of: last).last, let start = ranges(of: other).last else { return false }
    return end.lowerBound > start.lowerBound
  }
}
