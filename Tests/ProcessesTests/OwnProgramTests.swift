import Glibc
import TestSupport
import Testing

@testable import Processes

struct OwnProgramTests {
  private let folder = TemporaryDirectory()

  private func program() throws -> String {
    let path = try folder.write("", to: "program")
    #expect(chmod(path, 0o755) == 0)
    return path
  }

  @Test func theKernelTellsAPath() throws {
    let given = try #require(OwnProgram.givenPath)
    #expect(access(given, X_OK) == 0)
    #expect(access(OwnProgram.path, X_OK) == 0)
  }

  @Test func theLinkOfTheKernelIsPreferred() throws {
    let path = try program()
    #expect(OwnProgram.path(linked: path, given: "/bin/sh") == path)
  }

  @Test func withoutItThePathCountsThatTheProgramWasStartedBy() throws {
    let path = try program()
    let link = folder.path("link")
    #expect(symlink("program", link) == 0)
    for given in [path, link, folder.path("./link")] {
      let found = OwnProgram.path(linked: "/nowhere/exe", given: given)
      #expect(found.hasPrefix("/") && found.hasSuffix("/program"))
    }
  }

  @Test func whatCannotBeStartedDoesNotCount() throws {
    let path = try folder.write("", to: "text")
    for given in [nil, path, "/nowhere/targets", ""] {
      #expect(OwnProgram.path(linked: "/nowhere/exe", given: given) == "/nowhere/exe")
    }
  }
}
