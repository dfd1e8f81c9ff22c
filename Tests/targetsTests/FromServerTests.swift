import Glibc
import TestSupport
import Testing

/// `targets --from http://…` and `https://…`, without a terminal.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct FromServerTests {
  private let server: WebServer

  init() throws {
    server = try WebServer.shared.get()
  }

  private func names(_ run: ProgramRun) -> [String] {
    run.output.split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test func pagesOfAServerArePrinted() throws {
    let all = [
      "Arya Stark", "Jon Snow", "Sansa Stark", "Bran Stark", "Cersei Lannister", "Brienne",
    ]
    for path in ["linked", "shifting", "flaky"] {
      let run = try Program().run("--from", server.address(path))
      #expect(names(run) == all)
      #expect(run.error == "")
    }
    let found = try Program().run(
      "--from", server.address("search"), "--query-param", "q", "-f", "tar")
    #expect(names(found) == ["Arya Stark", "Sansa Stark", "Bran Stark"])
  }

  @Test(arguments: [
    ("own-successor", 2, "the list loops"), ("circle?size=2", 2, "the list loops"),
    ("circle?size=7", 7, "stopped after 3 pages without a new row"),
    ("ever-new", 2, "stopped after 3 pages without a new row"),
  ])
  func rowsBeforeAFaultArePrinted(path: String, count: Int, words: String) throws {
    let run = try Program().run("--from", server.address(path))
    #expect(run.status == .code(2))
    #expect(names(run).count == count)
    #expect(run.error.contains(words))
  }

  @Test func theEnvironmentsProxyIsUsed() throws {
    let address = "http://nowhere.invalid/linked"
    let proxied = try Program(["http_proxy": server.address("")]).run("--from", address)
    #expect(names(proxied).count == 6)
    let direct = try Program([
      "http_proxy": server.address(""), "no_proxy": "invalid",
    ]).run("--from", address)
    #expect(direct.status == .code(2))
  }

  @Test func namesFromAServerAreCheckedAsAnyAre() throws {
    let address = server.address("raw?[%22a\\u0000b%22,%22%22,%22ok%22]")
    let run = try Program().run("--from", address)
    #expect(run.output == "ok\n")
    #expect(
      run.error == "targets: input: 2 rows skipped (1 empty: row 2; 1 containing NUL: row 1)\n")
    let strict = try Program().run("--from", address, "--strict")
    #expect(strict.status == .code(2))
    #expect(strict.output == "")
  }

  @Test func secretsAreNeverShown() throws {
    let program = try Program(["TARGETS_HTTP_TOKEN": "canary-token"])
    let headers = try program.environment.home.write("X-Key: canary-key\n", to: "headers")
    chmod(headers, 0o600)
    for path in [
      "status?code=404&key=canary", "html?key=canary", "redirect-self?key=canary",
      "redirect-to?to=file:///canary", "leads-to?to=http://u:canary@x/", "bomb?key=canary",
    ] {
      let run = try program.run("--from", server.address(path), "--header-file", headers)
      #expect(run.status == .code(2))
      #expect(!run.error.isEmpty)
      #expect(!(run.output + run.error).contains("canary"))
    }
    let run = try program.run("--from", server.address("headers"), "--header-file", headers)
    #expect(names(run).contains("authorization: Bearer canary-token"))  // reported by the server
  }

  @Test func theAuthoritiesOfTheEnvironmentAreTrusted() throws {
    let authority = try TestAuthority()
    let trusted = try WebServer(certificates: ["good": authority.certificate("good")])
    let address = trusted.address("linked", of: "good")
    let trusting = try Program(["SSL_CERT_FILE": authority.path])
    #expect(names(try trusting.run("--from", address)).count == 6)
    let run = try withExtendedLifetime(trusted) { try Program().run("--from", address) }
    #expect(run.status == .code(2))
    #expect(run.error.contains("certificate"))
  }
}
