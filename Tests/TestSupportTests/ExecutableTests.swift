import TestSupport
import Testing

struct ExecutableTests {
  @Test func aMissingProductIsAnErrorWithItsFolder() {
    #expect { try Executable.path(named: "no such product") } throws: { error in
      "\(error)".hasPrefix("no executable no such product in /")
    }
  }

  @Test func productsAreLookedForBesideTheTestBundle() throws {
    let bundle = try #require(CommandLine.arguments.first).split(separator: "/").last
    let name = String(try #require(bundle))
    #expect(try Executable.path(named: name).hasSuffix("/\(name)"))
  }
}
