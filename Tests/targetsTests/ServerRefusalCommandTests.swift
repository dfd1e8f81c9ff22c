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

  /// An edit that waits for another client is interrupted: what is said then must be true.
  @Test(arguments: [["dead", "-l", "default", "Ada"], ["review", "-l", "default"]])
  func anInterruptedEditSaysThatNothingWasChangedOnlyIfThatIsCertain(words: [String]) throws {
    let isReview = words[0] == "review"
    let program = try Program(["TARGETS_STORE": server.address(.direct)])
    try server.refuse(.lock)
    defer { try? server.permit() }
    let session = try program.open(words)
    if isReview {
      session.wait { $0.contains("▸   Ada") }
      session.send("d")
    }
    // The edit is refused after some seconds, on a busy machine perhaps before its wait is seen here.
    for _ in 0..<200 { if try server.isBusy(waitingForLock: true) { break } }
    session.send(Key.controlC)
    if isReview {
      session.wait { $0.contains("waiting for the store") || $0.contains("locked") }
      session.send(Key.controlC)
    }
    session.waitForExit()
    let said = String(decoding: session.output, as: UTF8.self)
    try server.permit()
    var isBusy = true
    for _ in 0..<1_000 where isBusy { isBusy = try server.isBusy() }
    #expect(!isBusy)
    let isOpen = try program.run("show", "-l", "default", "--dead").status == .code(1)
    // A session that leaves without the answer of the store cannot know it.
    let leaves = isReview && !said.contains("locked")
    #expect(said.contains("nothing was changed") ? isOpen && !leaves : said.contains("cannot tell"))
  }

  /// How many steps are kept is a setting of the store.
  @Test func noVariableOfAClientShortensTheLogOrTheSteps() throws {
    let settings = ["TARGETS_STORE": server.address(.direct), "TARGETS_LIST": "default"]
    let program = try Program(settings.merging(["TARGETS_UNDO_STEPS": "1"]) { $1 })
    for word in ["dead", "like", "ok"] {
      #expect(try program.run(word, "Ada").status == .code(0))
    }
    let other = try Program(settings)
    #expect(try other.run("log", "--format", "ndjson").output.split(separator: "\n").count == 6)
    for _ in 0..<3 { #expect(try program.run("undo").status == .code(0)) }
    #expect(try other.run("show", "--open", "--format", "names").output == "Ada\nBran\nCersei\n")
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
