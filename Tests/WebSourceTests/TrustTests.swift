import Glibc
import HelperProtocol
import TestSupport
import Testing

@testable import WebSource

/// Whom the helper trusts, and with which credentials.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct TrustTests {
  private let authority: TestAuthority
  private let server: WebServer
  private let directory = TemporaryDirectory()

  /// Keys and certificates are made once for all tests.
  private static let shared = Result {
    let authority = try TestAuthority(in: TemporaryDirectory().untilExit())
    let server = try WebServer(certificates: [
      "good": authority.certificate("good"),
      "old": authority.certificate("old", days: -1),
      "elsewhere": authority.certificate("elsewhere", host: "127.0.0.2"),
      "lonely": authority.selfSigned("lonely"),
      "outdated": "tls1:" + authority.certificate("outdated"),
    ])
    return (authority, server)
  }

  init() throws {
    (authority, server) = try Self.shared.get()
  }

  private func page(_ address: String, _ options: [String: String] = [:], token: String? = nil)
    throws -> HelperPage
  {
    try HTTPSource.page(at: address, options, token: token, authorities: authority.path)
  }

  /// The header fields that a server received, with names in lower case.
  private func headers(_ address: String, file: String? = nil) throws -> [String] {
    var options: [String: String] = [:]
    if let file {
      options["header-file"] = try directory.write(file, to: "headers")
      chmod(directory.path("headers"), 0o600)
    }
    return try page(address, options, token: "canary").rows.map(\.name)
  }

  @Test func aServerWithAValidCertificateIsTrusted() throws {
    #expect(try page(server.address("linked", of: "good")).rows.count == 2)
  }

  @Test(arguments: [
    ("old", "certificate has expired"), ("elsewhere", "no alternative certificate subject name"),
    ("lonely", "self-signed certificate"), ("outdated", ""),
  ])
  func otherServersAreNotTrustedAndTheReasonIsNamed(name: String, words: String) throws {
    let address = server.address("linked", of: name)
    let error = #expect(throws: HTTPError.self) { try page(address) }
    guard case .untrusted(address, let reason) = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(words))
    #expect(error?.failure.mayRetry == false)
  }

  @Test func withoutTheAuthorityNoServerIsTrusted() throws {
    let address = server.address("linked", of: "good")
    let error = #expect(throws: HTTPError.self) { try HTTPSource.page(at: address) }
    guard case .untrusted(address, _) = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aServerWithoutTLSIsNotTrusted() throws {
    let address = server.address("linked").replacing("http:", with: "https:")
    let error = #expect(throws: HTTPError.self) { try page(address) }
    guard case .untrusted(address, _) = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func nothingLeadsFromTLSToAnAddressWithoutIt() throws {
    let target = server.address("linked")
    #expect(throws: HTTPError.refusedAddress(target)) {
      try page(server.address("redirect-to?to=\(target)", of: "good"))
    }
    let cursor = try page(server.address("leads-to?to=\(target)", of: "good")).next
    #expect(throws: HTTPError.refusedAddress(target)) {
      try HTTPSource.page(
        at: server.address("linked", of: "good"), authorities: authority.path, cursor: cursor)
    }
    #expect(throws: HTTPError.refusedAddress(target)) {
      try HTTPSource.page(
        at: server.address("linked", of: "good"), authorities: authority.path, cursor: target)
    }
  }

  // MARK: Credentials

  @Test func aTokenAndTheFieldsOfAFileAreSent() throws {
    let file = "# mine\n\nX-Key: canary two\r\nCookie: canary=3\n"
    let got = try headers(server.address("headers"), file: file)
    #expect(got.contains("authorization: Bearer canary"))
    #expect(got.contains("x-key: canary two"))
    #expect(got.contains("cookie: canary=3"))
    let redirect = server.address("redirect-to?to=\(server.address("headers"))")
    #expect(try headers(redirect, file: file).contains("x-key: canary two"))
  }

  @Test func anotherOriginGetsNoCredentials() throws {
    let file = "X-Key: canary\nCookie: canary\n"
    for target in [
      server.address("headers", of: "other"), server.address("headers", of: "good"),
      server.address("headers", host: "localhost"),
    ] where !target.contains("localhost") || target.hasPrefix("http:") {
      let redirected = try headers(server.address("redirect-to?to=\(target)"), file: file)
      #expect(!redirected.joined().contains("canary"))
      #expect(redirected.contains("user-agent: targets"))
      let source = try HTTPSource(
        .init(
          address: server.address("linked"), options: ["header-file": directory.path("headers")]),
        token: "canary", authorities: authority.path)
      let linked = try source.page(cursor: target).rows.map(\.name)
      #expect(!linked.joined().contains("canary"))
    }
  }
}
