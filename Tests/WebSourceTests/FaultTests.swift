import HelperProtocol
import TestSupport
import Testing

@testable import WebSource

/// Failures between a server and the helper.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct FaultTests {
  private let server: WebServer

  init() throws {
    server = try WebServer.shared.get()
  }

  private func expect(
    _ path: String, _ options: [String: String] = [:], of name: String = "plain",
    sourceLocation: SourceLocation = #_sourceLocation, _ fault: (String) -> HTTPError
  ) {
    let address = server.address(path, of: name)
    let shown = String(address.prefix { $0 != "?" })
    #expect(throws: fault(shown), sourceLocation: sourceLocation) {
      try HTTPSource.page(at: address, options)
    }
  }

  // MARK: Redirects and links

  @Test(arguments: ["redirect?n=6", "redirect-self", "redirect?n=100"])
  func redirectsAreLimited(path: String) {
    expect(path) { .tooManyRedirects($0) }
  }

  @Test func aRedirectNeedsALocation() {
    expect("redirect-to") { .aimlessRedirect($0) }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "data:,x"])
  func neitherRedirectsNorLinksLeadToOtherSchemes(target: String) {
    let scheme = String(target.prefix { $0 != ":" } + ":")
    expect("redirect-to?to=\(target)") { _ in .refusedAddress(scheme) }
    let address = server.address("linked")
    #expect(throws: HTTPError.refusedAddress(scheme)) {
      try HTTPSource.page(at: address, cursor: target)
    }
  }

  /// The rows of a page are valid whatever it says about the next page; only the next page fails.
  @Test(arguments: [
    ("file:///etc/passwd", HTTPError.refusedAddress("file:")),
    ("ftp://h/x", .refusedAddress("ftp:")),
    ("http://[::1", .badAddress), ("http://", .badAddress),
    (
      "http://me:pw@h/",
      .badRequest("passwords in addresses are not accepted; use --header-file")
    ),
    ("a b", .tooManyRedirects("")),
  ])
  func anInvalidNextLinkFailsOnlyTheNextPage(target: String, error: HTTPError) throws {
    for path in ["leads-to", "links-to"] {
      let source = try HTTPSource(
        .init(
          address: server.address("\(path)?to=\(target.replacing(" ", with: "%20"))"), options: [:])
      )
      let page = try source.page()
      #expect(page.rows.map(\.name) == ["Arya Stark", "Jon Snow"])
      let cursor = try #require(page.next)
      guard target != "a b" else { continue }  // a space becomes a part of an address
      #expect(throws: error) { try source.page(cursor: cursor) }
    }
  }

  @Test(arguments: ["http://a%00b/", "http://[::1", "http://", "/x%0d%0aHost:y"])
  func addressesAreChecked(target: String) throws {
    let bytes = target.replacing("%0d%0a", with: "\r\n").replacing("%00", with: "\0")
    #expect(throws: HTTPError.badAddress) {
      try HTTPSource.page(at: server.address("linked"), cursor: bytes)
    }
  }

  @Test func aPasswordInAnAddressIsRefusedAndNotRepeated() throws {
    let error = #expect(throws: HTTPError.self) {
      try HTTPSource.page(at: "http://me:canary@127.0.0.1:1/")
    }
    #expect(try !"\(#require(error))".contains("canary"))
  }

  // MARK: Sizes

  @Test(arguments: ["bomb", "nested-bomb", "bomb?size=2"])
  func aCompressionBombIsRefused(path: String) {
    expect(path) { .tooLarge($0, reason: "answer expands to more than 100 times its size") }
  }

  @Test func anAnswersLengthIsLimited() {
    expect("endless") { .tooLarge($0, reason: "answer larger than 32 MiB") }
  }

  @Test(arguments: ["endless-headers", "many-headers"])
  func headerFieldsAreLimited(path: String) {
    expect(path) { .tooLarge($0, reason: "more than 256 KiB of headers") }
  }

  // MARK: Time

  @Test(arguments: ["drip", "stalled", "silent", "slow-headers"])
  func aSlowPageTimesOut(path: String) {
    expect(path, ["timeout": "1"]) { .tooSlow($0) }
  }

  @Test func aSlowConnectionTimesOut() {
    expect("linked", ["timeout": "1"], of: "hole") { .tooSlow($0) }
  }

  // MARK: Answers without a list

  @Test(arguments: ["truncated", "nothing"])
  func anIncompleteAnswerIsRefused(path: String) {
    expect(path) { .unreachable($0, reason: "the answer ended early") }
  }

  @Test func anIncompleteChunkedAnswerIsRefused() throws {
    let address = server.address("truncated-chunk")
    let error = #expect(throws: HTTPError.self) { try HTTPSource.page(at: address) }
    #expect(try #require(error).failure.mayRetry)
  }

  @Test(arguments: [
    "raw?<html>no</html>", "raw?", "no-end", "raw?[%22%ff%22]", "raw?[NaN]", "deep",
  ])
  func invalidJSONIsRefused(path: String) {
    expect(path) { .wrongShape($0, reason: "the answer is not JSON") }
  }

  @Test func aHugeNumberOnlyLosesTheRowsID() throws {
    let rows = "[{%22name%22:%22a%22,%22id%22:1e400},{%22name%22:%22b%22,%22id%22:7}]"
    let page = try HTTPSource.page(at: server.address("raw?\(rows)"))
    #expect(page.rows == [HelperRow(name: "a"), HelperRow(name: "b", id: "7")])
  }

  @Test func anAnswerOfVeryManyValuesIsRefused() {
    expect("values?n=600000") { .tooLarge($0, reason: "answer with more than 1000000 values") }
  }

  @Test func errorsGiveTheReasonBeforeTheAddress() throws {
    let address = server.address("status?code=404")
    let error = #expect(throws: HTTPError.self) { try HTTPSource.page(at: address) }
    let reason = try #require(error).failure.reason
    #expect(reason.hasPrefix("the server answered 404 (not found): http://"))
  }

  @Test(arguments: ["raw?42", "raw?%22x%22", "raw?null", "raw?true"])
  func validJSONWithoutAListIsNotReportedAsInvalid(path: String) {
    expect(path) {
      .wrongShape(
        $0,
        reason:
          "no list at the top or in results, items or data; set its path with --source-option rows=PATH"
      )
    }
  }

  @Test(arguments: ["raw?{}", "raw?{%22items%22:3}", "raw?{%22error%22:%22x%22}"])
  func anAnswerWithoutAListIsRefused(path: String) {
    expect(path) {
      .wrongShape(
        $0,
        reason:
          "no list at the top or in results, items or data; set its path with --source-option rows=PATH"
      )
    }
    expect(path, ["rows": "a.b"]) { .wrongShape($0, reason: "no list at “a.b”") }
  }

  @Test func rowsWithoutNamesAreRefusedWithARemedy() {
    expect("linked", ["name-field": "nom"]) {
      .wrongShape($0, reason: "no row has a name at “nom”; set its path with --name-field")
    }
  }

  @Test(arguments: [
    // Of members with the same name, the first one counts.
    ("raw?[{%22name%22:%22a%22,%22name%22:%22b%22}]", ["a"]),
    // Invalid strings only affect their own rows.
    ("raw?[%22\\ud800%22,%22a%22,%22%1b%22]", ["", "a", ""]),
    // The program checks control characters.
    ("raw?[%22a\\u0000b%22,%22\\u001b[2J%22]", ["a\0b", "\u{1b}[2J"]),
    ("raw?[{%22name%22:12345678901234567890},{%22name%22:true}]", ["12345678901234567890", ""]),
    ("raw?%ef%bb%bf[%22a%22]", ["a"]),
    ("raw?[1.5,-3,true,null,{},1e400]", ["1.5", "-3", "", "", "", ""]),
  ])
  func unusualJSONIsRead(path: String, names: [String]) throws {
    #expect(try HTTPSource.page(at: server.address(path)).rows.map(\.name) == names)
  }

  @Test func aWrongCompressionIsRefused() throws {
    let address = server.address("not-packed")
    let error = #expect(throws: HTTPError.self) { try HTTPSource.page(at: address) }
    #expect(try #require(error).failure.mayRetry == false)
  }

  // MARK: Refusals

  @Test(arguments: [
    ("status?code=429&wait=7", true, 7.0), ("status?code=503&wait=60", true, 60),
    ("status?code=503&wait=61", false, nil), ("status?code=429&wait=1000000000", false, nil),
    ("status?code=503&wait=-5", true, nil), ("status?code=503", true, nil),
    ("status?code=503&wait=Wed, 01 Jan 2020 00:00:00 GMT", true, nil),
    ("status?code=503&wait=Wed, 01 Jan 2098 00:00:00 GMT", false, nil),
    ("status?code=500", true, nil), ("status?code=404", false, nil),
    ("status?code=401", false, nil),
  ])
  func theServerDeterminesRetries(path: String, mayRetry: Bool, wait: Double?) throws {
    let address = server.address(path.replacing(" ", with: "%20"))
    let error = #expect(throws: HTTPError.self) { try HTTPSource.page(at: address) }
    let failure = try #require(error).failure
    #expect(failure.mayRetry == mayRetry)
    #expect(failure.retryAfter == wait)
  }

  @Test func errorsShowNoQuery() throws {
    for path in ["status?code=404&key=canary", "raw?canary", "redirect-self?key=canary"] {
      let error = #expect(throws: HTTPError.self) {
        try HTTPSource.page(at: server.address(path), token: "canary")
      }
      #expect(try !#require(error).failure.reason.contains("canary"))
    }
  }
}
