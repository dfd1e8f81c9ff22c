import Testing

@testable import WebSource

struct ListOptionsTests {
  @Test(arguments: [
    (["rowz": "x"], "rowz: unknown option for http sources"),
    (["rows": ""], "rows: requires a value"),
    (["timeout": "31"], "timeout: takes a number from 1 to 30"),
    (["first-page": "x"], "first-page: takes a number from 0 to 1000000"),
    (
      ["page-param": "p", "offset-param": "o"],
      "page-param, offset-param and token-param cannot be combined"
    ),
    (["token-param": "t"], "token-param requires next, the path of the token"),
  ])
  func contradictoryOptionsAreRefused(options: [String: String], reason: String) {
    #expect(throws: HTTPError.badRequest(reason)) { try ListOptions(options) }
  }
}
