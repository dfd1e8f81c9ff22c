import TestSupport
import Testing

struct PickerProgramTests {
  private func pick(_ names: String = "Ada\nBo\nCy\n") throws -> TerminalSession {
    let program = try Program()
    let session = try TerminalSession(
      program.path, ["--pick"], environment: program.environment,
      standardInput: .pipe(Array(names.utf8)), standardOutput: .pipe)
    session.wait { $0.contains("targets>") && !$0.contains("loading") }
    return session
  }

  @Test func thePickedNameIsAllThatIsPrinted() throws {
    let session = try pick()
    session.wait { $0.contains("▸   Ada") }
    session.send(Key.down)
    session.wait { $0.contains("▸   Bo") }
    session.send(Key.enter)
    session.expectEnd(.code(0))
    #expect(session.standardOutput == Array("Bo\n".utf8))
  }

  @Test func aQueryAndEnterInOneGoPicksItsFirstRow() throws {
    let session = try pick()
    session.send("c" + Key.enter)
    session.expectEnd(.code(0))
    #expect(session.standardOutput == Array("Cy\n".utf8))
  }

  @Test func nothingToPickIsOne() throws {
    let session = try pick()
    session.send("x" + Key.enter)
    session.expectEnd(.code(1))
    #expect(session.standardOutput == [])
  }

  @Test(arguments: [Key.escape, Key.controlC, Key.controlG, Key.controlD])
  func leavingIsOneHundredAndThirty(key: String) throws {
    let session = try pick()
    session.send(key)
    session.expectEnd(.code(130))
    #expect(session.standardOutput == [])
  }
}
