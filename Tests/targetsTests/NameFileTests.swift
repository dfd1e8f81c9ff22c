import Glibc
import TestSupport
import Testing

@testable import targets

/// A file gets its name in whichever way its file system knows, and never that of another.
@Suite(.ownThreads)
struct NameFileTests {
  private let directory = TemporaryDirectory()

  private func contents(_ name: String) throws -> String {
    try ProgramRun("/bin/cat", [directory.path(name)]).output
  }

  @Test(
    arguments: [
      [.rename], [.link], [.placeholder], [.rename, .link, .placeholder], [.link, .placeholder],
    ] as [[NameFile.Way]])
  func aFreeNameIsTaken(ways: [NameFile.Way]) throws {
    let file = try directory.write("names\n", to: "new")
    #expect(NameFile.put(file, inPlaceOf: directory.path("names"), using: ways) == nil)
    #expect(try contents("names") == "names\n")
    #expect(access(file, F_OK) != 0)
  }

  @Test(
    arguments: [[.rename], [.link], [.placeholder], [.rename, .link, .placeholder]]
      as [[NameFile.Way]])
  func aNameThatIsTakenIsNot(ways: [NameFile.Way]) throws {
    let file = try directory.write("new\n", to: "new")
    try directory.write("old\n", to: "names")
    #expect(NameFile.put(file, inPlaceOf: directory.path("names"), using: ways) == EEXIST)
    #expect(try contents("names") == "old\n")
    #expect(try contents("new") == "new\n")
  }

  @Test func whereNothingCanBeMadeTheReasonIsTold() throws {
    let file = try directory.write("new\n", to: "new")
    #expect(NameFile.put(file, inPlaceOf: directory.path("no/such")) == ENOENT)
  }
}
