import Testing

@testable import targets_from_http

struct ListOptionsTests {
  @Test(arguments: [
    (["rowz": "x"], "rowz: no such option of a source of http"),
    (["rows": ""], "rows: has no value"),
    (["timeout": "31"], "timeout: takes a number from 1 to 30"),
    (["first-page": "x"], "first-page: takes a number from 0 to 1000000"),
    (
      ["page-param": "p", "offset-param": "o"],
      "of page-param, offset-param and token-param only one can be given"
    ),
    (["token-param": "t"], "token-param needs next: where the token is found"),
  ])
  func whatCannotBeMeantIsRefused(options: [String: String], reason: String) {
    #expect(throws: HTTPError.badRequest(reason)) { try ListOptions(options) }
  }
}
