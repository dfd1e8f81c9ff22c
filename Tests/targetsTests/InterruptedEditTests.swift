import Foundation
import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// Ctrl-C while a command edits a list: the command says whether the edit was stored.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct InterruptedEditTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.environment.home.write("b\nc\n", to: "rows")
    try program.environment.home.write(#"{"name":"d"}"#, to: "printed")
    _ = try program.run("add", "-l", "l", "a", "b")
  }

  @Test(arguments: [
    ["dead", "-l", "l", "a"], ["undo", "-l", "l"], ["add", "-l", "l", "x"],
    ["import", "-l", "l", "rows"], ["import", "-l", "l", "--mirror", "rows"],
    ["import", "-l", "l", "--format", "ndjson", "printed"],
  ])
  func anEditThatIsNotStoredYetIsCancelled(words: [String]) async throws {
    let before = try program.run("show", "-l", "l", "--format", "ndjson").output
    let path = program.store + "-lock"
    // Another program writes: the edit takes the first byte, and waits for the second.
    let lock = try ByteLock(path, 1..<2)
    let session = try program.open(words)
    await eventually {
      guard let probe = try? ByteLock(path, 0..<1) else { return true }
      probe.release()
      return false
    }
    session.send(Key.controlC)
    #expect(session.waitForExit() == .code(130))
    #expect(session.screen.text.contains("\(words[0]): cancelled; nothing was changed"))
    lock.release()
    #expect(try program.run("show", "-l", "l", "--format", "ndjson").output == before)
    #expect(try program.run("store", "check").status == .code(0))
  }
}
