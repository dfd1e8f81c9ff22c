import Glibc
import HelperProtocol
import TestSupport
import Testing

@testable import WebSource

struct CredentialsTests {
  private let directory = TemporaryDirectory()

  private func credentials(file path: String? = nil, token: String? = nil) throws -> Credentials {
    try Credentials(for: WebAddress("https://a").origin, file: path, token: token)
  }

  @Test func credentialsAreSentOnlyToTheirOrigin() throws {
    let path = try directory.write("# mine\n\nX-Key: a b\r\nCookie: c=d\n", to: "headers")
    chmod(path, 0o600)
    let credentials = try credentials(file: path, token: "t")
    let fields = ["X-Key: a b", "Cookie: c=d", "Authorization: Bearer t"]
    #expect(try credentials.fields(for: WebAddress("https://A:443/b").origin) == fields)
    for other in ["http://a", "https://a:8443", "https://b.a"] {
      #expect(try credentials.fields(for: WebAddress(other).origin) == [])
    }
  }

  @Test(arguments: [
    ("X-Key canary", 0o600, "line 1: not in the form “Name: value”"),
    ("\nX Key: canary", 0o600, "line 2"),
    ("X-Key: canary\r\r\n", 0o600, "line 1"), ("X-Key:\n", 0o600, "line 1"),
    (": canary", 0o600, "line 1"), ("X-Key: canary\u{7f}", 0o600, "line 1"),
    ("X-Key: can\0ary", 0o600, "too large, or not valid UTF-8"),
    (String(repeating: "X-Key: canary\n", count: 10_000), 0o600, "too large"),
    ("X-Key: canary", 0o644, "readable by others"), ("X-Key: canary", 0o620, "readable by others"),
  ])
  func aFileOfHeadersIsCheckedAndNotQuoted(text: String, mode: mode_t, words: String) throws {
    let path = try directory.write(text, to: "headers")
    chmod(path, mode)
    let error = #expect(throws: HTTPError.self) { try credentials(file: path) }
    let reason = try #require(error).failure.reason
    #expect(reason.hasPrefix(path))
    #expect(reason.contains(words))
    #expect(!reason.contains("canary"))
  }

  @Test func aTokenWithALineBreakIsRefused() throws {
    let error = #expect(throws: HTTPError.self) {
      try credentials(token: "canary\r\nX-Other: y")
    }
    let reason = try #require(error).failure.reason
    #expect(reason.hasPrefix("TARGETS_HTTP_TOKEN"))
    #expect(!reason.contains("canary"))
  }

  @Test func aMissingFileOfHeadersIsNamed() {
    #expect(throws: HTTPError.badRequest("nowhere: No such file or directory")) {
      try credentials(file: "nowhere")
    }
    #expect(throws: HTTPError.badRequest("/: not a regular file")) { try credentials(file: "/") }
  }
}
