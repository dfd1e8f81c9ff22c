import Glibc
import HelperProtocol
import TestSupport
import Testing

@testable import WebSource

/// Lists as servers return them, each with another way to the next page.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ListTests {
  private let server: WebServer
  private let names = [
    ["Arya Stark", "Jon Snow"], ["Sansa Stark", "Bran Stark"], ["Cersei Lannister", "Brienne"],
  ]

  init() throws {
    server = try WebServer.shared.get()
  }

  private func source(_ path: String, _ options: [String: String] = [:]) throws -> HTTPSource {
    try HTTPSource(.init(address: server.address(path), options: options))
  }

  @Test(arguments: ["linked", "next", "index"])
  func theNextPageIsFoundWithoutOptions(path: String) throws {
    #expect(try source(path).allNames() == names)
  }

  @Test func aTokenIsSentInItsParameter() throws {
    let source = try source(
      "token",
      [
        "rows": "feed.entries", "name-field": "who.called", "next": "more.token",
        "token-param": "pageToken",
      ])
    #expect(try source.allNames() == names)
  }

  @Test func pagesAreNumberedUntilOneIsNotFull() throws {
    let options = ["page-param": "p", "first-page": "0", "limit-param": "size"]
    #expect(try source("numbered", options).allNames(limit: 2) == names + [[]])
    #expect(try source("numbered", options).allNames(limit: 4).map(\.count) == [4, 2])
  }

  @Test func withoutAPageSizePagesAreNumberedUntilOneIsEmpty() throws {
    let options = ["page-param": "p", "first-page": "0"]
    #expect(try source("numbered", options).allNames() == names + [[]])
    #expect(try source("numbered?p=2", options).allNames() == [names[2], []])
  }

  @Test func rowsAreCountedAsAnOffset() throws {
    let pages = try source("offset", ["offset-param": "skip"]).allNames()
    #expect(pages == [Array(names.joined().prefix(4)), names[2], []])
    let sized = ["offset-param": "skip", "limit-param": "take"]
    #expect(try source("offset", sized).allNames(limit: 5).map(\.count) == [5, 1])
  }

  @Test func theServerSearchesForTheQuery() throws {
    let source = try source("search", ["query-param": "q"])
    let page = try source.page(query: "stark")
    #expect(page.searches)
    #expect(page.rows.map(\.name) == ["Arya Stark", "Sansa Stark", "Bran Stark"])
    #expect(try source.page(query: "an i&d=").rows.isEmpty)
    #expect(try !self.source("search").page(query: "stark").searches)
  }

  @Test func rowsHaveTheirIdentityAndTheListItsTotal() throws {
    let page = try source("next").page()
    #expect(
      page.rows == [HelperRow(name: "Arya Stark", id: "1"), HelperRow(name: "Jon Snow", id: "2")])
    #expect(page.total == 6)
    let named = try source("next", ["id-field": "name", "detail-field": "id"]).page()
    #expect(named.rows.first == HelperRow(name: "Arya Stark", id: "Arya Stark", detail: "1"))
  }

  @Test func compressedAnswersAreDecompressed() throws {
    #expect(try source("packed").page().rows.count == 6)
  }

  @Test func anAnswerWithoutALengthIsCompleteIfItsJSONIs() throws {
    #expect(try source("no-length").page().rows.map(\.name) == ["Arya"])
  }

  @Test(arguments: [1, 5])
  func fiveRedirectsAreFollowed(count: Int) throws {
    #expect(try source("redirect?n=\(count)").page().rows.map(\.name) == names[2])
  }

  @Test func anUnwantedPageIsCancelled() throws {
    let source = try source("stalled")
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    defer { close(ends[0]) }
    var channel = RequestChannel(input: ends[0])
    let cancel = HelperRequest.cancel(7).line
    #expect(write(ends[1], cancel, cancel.count) == cancel.count)
    #expect(throws: HTTPError.unwanted) {
      try source.page(.init(id: 7, limit: 10), channel: &channel)
    }
    close(ends[1])  // and so does a program that has ended
    #expect(throws: HTTPError.unwanted) {
      try source.page(.init(id: 8, limit: 10), channel: &channel)
    }
  }
}
