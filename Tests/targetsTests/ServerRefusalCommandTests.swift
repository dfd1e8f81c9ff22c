import TestSupport
import Testing

/// A command that a server refuses leaves nothing on the server that affects the next one.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ServerRefusalCommandTests {
  private let server: RefusingServer

  init() throws {
    server = try RefusingServer()
    let owner = try Program(["TARGETS_STORE": server.ownersAddress, "TARGETS_LIST": "default"])
    #expect(try owner.run("store", "create").status == .code(0))
    #expect(try owner.run("add", "Ada", "Bran", "Cersei").status == .code(0))
    try server.grant()
  }

  private func expectListed(_ program: Program) throws {
    let listed = try program.run("show", "--format", "names")
    #expect(listed.status == .code(0), "\(listed.error)")
    #expect(listed.output == "Ada\nBran\nCersei\n")
  }

  @Test(arguments: Refusal.allCases, Way.allCases)
  func afterARefusedCommandTheNextOneWorks(refusal: Refusal, way: Way) throws {
    let program = try Program(["TARGETS_STORE": server.address(way), "TARGETS_LIST": "default"])
    try server.set(refusal.settings)
    try server.refuse(refusal)
    // One more than the pool has sessions.
    for _ in 0..<4 {
      let run = try program.run("dead", "Ada")
      #expect(run.status == .code(2))
      #expect(run.error.contains(refusal.words), "\(run.error)")
      #expect(run.error.filter(\.isNewline).count == 1)
    }
    #expect(try server.openTransactions() == "0")
    try expectListed(program)
    try server.permit()
    let run = try program.run("dead", "Ada")
    #expect(run.status == .code(0), "\(run.error)")
    #expect(try program.run("show", "--dead", "--format", "names").output == "Ada\n")
  }

  @Test(arguments: ["40001", "40P01"], Way.allCases)
  func collisionsAreRetriedByCommands(code: String, way: Way) throws {
    let program = try Program(["TARGETS_STORE": server.address(way), "TARGETS_LIST": "default"])
    for command in ["dead", "like", "reopen"] {
      try server.raise(code, times: 12)
      let run = try program.run(command, "Ada")
      #expect(run.status == .code(0), "\(run.error)")
      try server.raise(code, times: 12)
      try expectListed(program)
    }
    #expect(try server.openTransactions() == "0")
  }
}
