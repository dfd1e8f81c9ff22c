import Glibc
@testable import PageSources
import Pagination
import TestSupport
import Testing

/// Errors of a helper program only affect the requested page.
@Suite(.inTurn, .timeLimit(.minutes(10)))
struct HelperFaultTests {
  private let name = "targets-from-test"

  /// A helper that misbehaves once, when its first page is requested.
  private func expect(
    _ fault: String, limits: HelperLimits = HelperLimits(leaving: .seconds(60)),
    sourceLocation: SourceLocation = #_sourceLocation, costs error: HelperError
  ) async throws {
    let helper = try ScriptedHelper(
      shell: """
        if [ ! -e "$0.done" ]; then touch "$0.done"; \(fault)
        else echo '{"id":'$id',"rows":["Arya"]}'; fi
        """)
    let source = try helper.pages(limits: limits)
    await #expect(
      throws: PageFailure(reason: "\(error)", retryAdvice: error.retryAdvice),
      sourceLocation: sourceLocation
    ) { try await source.firstPage() }
    // On a slow machine, the next attempt may also exceed the shortest limits.
    let names = try await source.allNames(retryingFailures: true)
    #expect(names == [["Arya"]], sourceLocation: sourceLocation)
  }

  @Test func itDies() async throws {
    try await expect(
      "exit 3", costs: .ended(name, reason: "ended without an answer (exit status 3)"))
    try await expect(
      "printf 'no \\033[2Jserver\\nmore\\n' >&2; exit 1",
      costs: .ended(name, reason: "ended without an answer (exit status 1): no [2Jserver"))
    try await expect(
      "kill -SEGV $$", costs: .ended(name, reason: "crashed (Segmentation fault)"))
    try await expect(
      "printf '{\"id\"'; exit 0",
      costs: .ended(name, reason: "ended without an answer (exit status 0)"))
  }

  @Test func itClosesItsOutputAndGoesOn() async throws {
    try await expect(
      "exec >&-; sleep 1000", limits: HelperLimits(),
      costs: .ended(name, reason: "stopped answering"))
  }

  @Test func itHangs() async throws {
    let limits = HelperLimits(time: .milliseconds(1_500))
    try await expect(
      "sleep 1000", limits: limits, costs: .silent(name, within: limits.time))
    try await expect(
      "while :; do printf ' '; sleep 0.1; done", limits: limits,
      costs: .silent(name, within: limits.time))
    try await expect(
      "tr '\\0' y </dev/zero >&2", limits: limits, costs: .silent(name, within: limits.time))
  }

  @Test func itFloods() async throws {
    let limits = HelperLimits(answerBytes: 100_000)
    try await expect(
      "tr '\\0' x </dev/zero", limits: limits, costs: .flooded(name, limit: 100_000))
    try await expect(
      "while :; do printf '{\"id\":0,\"rows\":[]}\\n'; done", limits: limits,
      costs: .flooded(name, limit: 100_000))
  }

  @Test(arguments: ["rubbish", #"{"id":'$id'}"#, #"{"id":99,"rows":[]}"#, "", #"{"id":'$id',"#])
  func itWritesRubbish(text: String) async throws {
    try await expect("echo '\(text)'", costs: .garbled(name))
  }

  @Test func itNestsWithoutEnd() async throws {
    try await expect("head -c 1000000 /dev/zero | tr '\\0' '['; echo", costs: .garbled(name))
  }

  @Test func itComplainsAtLength() async throws {
    try await expect(
      "tr '\\0' y </dev/zero | head -c 1000000 >&2; exit 1",
      costs: .ended(
        name,
        reason: "ended without an answer (exit status 1): " + String(repeating: "y", count: 300)))
  }

  @Test func itComplainsAndAnswers() async throws {
    let helper = try ScriptedHelper(
      shell: "tr '\\0' y </dev/zero | head -c 1000000 >&2; echo '{\"id\":'$id',\"rows\":[]}'")
    #expect(try await helper.pages().allNames() == [[]])
  }

  @Test func itNeverReads() async throws {
    let helper = try ScriptedHelper("#!/bin/sh\nexec sleep 1000\n")
    let limits = HelperLimits(time: .milliseconds(300))
    let source = try helper.pages(query: String(repeating: "x", count: 1 << 20), limits: limits)
    await #expect(throws: PageFailure(reason: "\(HelperError.silent(name, within: limits.time))")) {
      try await source.firstPage()
    }
  }

  @Test(arguments: [
    (#""error":"busy""#, "busy", RetryAdvice.whenever),
    (#""error":"busy","retryAfter":2.5"#, "busy", .after(.milliseconds(2_500))),
    (#""error":"busy","retryAfter":1e300"#, "busy", .after(.seconds(86_400))),
    (#""error":"busy","retryAfter":-1"#, "busy", .whenever),
    (#""error":"no \u001b[31m such\n\u202elist","retry":false"#, "no [31m such list", .never),
    (#""error":" ""#, "failed without giving a reason", .whenever),
  ])
  func itRefusesWithAReason(text: String, reason: String, advice: RetryAdvice) async throws {
    let helper = try ScriptedHelper(shell: "printf '%s\\n' '{\"id\":'$id',\(text)}'")
    await #expect(throws: PageFailure(reason: reason, retryAdvice: advice)) {
      try await helper.pages().firstPage()
    }
  }

  @Test func itCannotBeStarted() async throws {
    let helper = try ScriptedHelper("#!/nowhere/sh\n")
    await #expect(
      throws: PageFailure(
        reason: "targets-from-test: cannot be started: No such file or directory",
        retryAdvice: .never)
    ) { try await helper.pages().firstPage() }
  }

  // MARK: Finding it

  @Test(arguments: ["", "x", "/x:", "../x:", "1x:", "x/y:", "é:", "x y:", ":", "-x:"])
  func anAddressBeginsWithAScheme(address: String) {
    #expect(throws: HelperError.noScheme(address)) { try HelperPages(address: address) }
  }

  @Test func theHelperIsSearchedBesideTheProgramThenOnThePath() throws {
    let helper = try ScriptedHelper("#!/bin/sh\n", scheme: "a+b-c.d1")
    let path = "relative:\(helper.directory.path)"
    _ = try HelperPages(address: "A+b-c.d1:x", of: "/nowhere/targets", searchPath: path)
    let directory = try helper.directory.write("", to: "targets-from-x/file")
    #expect(access(directory, F_OK) == 0)
    #expect(throws: HelperError.missing("targets-from-x")) {
      try HelperPages(address: "x:", of: helper.targets, searchPath: "")
    }
  }

  /// A program with that name beside `targets` or on the `PATH` would get the token of the built-in helper.
  @Test(arguments: [
    ("demo:", "targets-from-demo"), ("http://x", "targets-from-http"),
    ("HTTPS://x", "targets-from-http"),
  ])
  func theShippedHelpersArePartOfTheProgram(address: String, name: String) throws {
    let scheme = try #require(HelperProgram.scheme(of: address))
    let helper = try ScriptedHelper("#!/bin/sh\n", scheme: scheme)
    let program = try HelperProgram(
      for: address, of: helper.targets, searchPath: helper.directory.path)
    #expect(program == HelperProgram(name: name, path: helper.targets))
  }
}
