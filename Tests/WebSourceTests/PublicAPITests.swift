import Foundation
import HelperProtocol
import TestSupport
import Testing

@testable import WebSource

/// The command lines of the article *Lists over HTTP*, with answers in the form of those APIs.
struct PublicAPITests {
  private static let tests = URL(fileURLWithPath: "\(#filePath)").deletingLastPathComponent()

  /// The command line of the article for an address.
  private struct Command {
    let address: String
    let options: [String: String]

    init(for host: String) throws {
      let article = try String(
        contentsOf: PublicAPITests.tests.deletingLastPathComponent().deletingLastPathComponent()
          .appending(path: "Sources/PageSources/PageSources.docc/ListsOverHTTP.md"),
        encoding: .utf8)
      let line = article.split(separator: "\n").first {
        $0.hasPrefix("targets --from 'https://\(host)/")
      }
      var words = try #require(line).replacing("'", with: "").split(separator: " ").dropFirst()
      var address = ""
      var options: [String: String] = [:]
      while let option = words.popFirst(), let value = words.popFirst() {
        switch option {
        case "--from": address = String(value)
        case "--source-option":
          let parts = value.split(separator: "=").map(String.init)
          options[parts[0]] = parts[1]
        case "--header-file": break  // for the fetcher; these tests fetch nothing
        default: options[String(option.dropFirst(2))] = String(value)
        }
      }
      self.address = address
      self.options = options
    }

    /// The address of the first page, and the pages from recorded answers.
    func pages(
      _ name: String, query: String = "", links: [String?] = [nil, nil]
    ) throws -> (first: String, pages: [HelperPage]) {
      let shape = PageShape(options: try ListOptions(options))
      let first = try shape.first(WebAddress(address), query: query, limit: 2)
      var here = first
      var pages: [HelperPage] = []
      for (number, link) in links.enumerated() {
        let file = PublicAPITests.tests.appending(path: "Fixtures/\(name)-\(number + 1).json")
        let headers = link.map { [("link", $0)] } ?? []
        let response = Response(
          address: here, status: 200, headers: headers, body: [UInt8](try Data(contentsOf: file)))
        let page = try shape.page(of: response, limit: 2)
        pages.append(page)
        if let next = page.next { here = try WebAddress(next) }
      }
      return (first.text, pages)
    }
  }

  @Test func gitHub() throws {
    let next = "https://api.github.com/organizations/7/repos?per_page=2&page=2"
    let (first, pages) = try Command(for: "api.github.com").pages(
      "github",
      links: [
        "<\(next)>; rel=\"next\", <\(next)>; rel=\"last\"",
        "<https://api.github.com/organizations/7/repos?per_page=2&page=1>; rel=\"prev\"",
      ])
    #expect(first == "https://api.github.com/orgs/swiftlang/repos?per_page=2")
    #expect(
      pages[0].rows == [
        HelperRow(name: "harbour/tide-tables", id: "1101", detail: "When the water comes"),
        HelperRow(name: "harbour/buoys", id: "1102"),
      ])
    #expect(pages[0].next == next)
    #expect(pages[1].rows.map(\.name) == ["harbour/lamps"])
    #expect(pages[1].next == nil)
  }

  @Test func pokeAPI() throws {
    let (first, pages) = try Command(for: "pokeapi.co").pages("pokeapi")
    #expect(first == "https://pokeapi.co/api/v2/pokemon?limit=2")
    #expect(pages.map { $0.rows.map(\.name) } == [["sparkmole", "fernwhale"], ["duskfinch"]])
    #expect(pages[0].rows[0].id == "https://pokeapi.co/api/v2/pokemon/1/")
    #expect(pages[0].next == "https://pokeapi.co/api/v2/pokemon?offset=2&limit=2")
    #expect(pages[1].next == nil)
    #expect(pages.map(\.total) == [3, 3])
  }

  @Test func youTube() throws {
    let (first, pages) = try Command(for: "www.googleapis.com").pages("youtube", query: "boat")
    let search = "https://www.googleapis.com/youtube/v3/search?part=snippet&type=video"
    #expect(first == search + "&q=boat&maxResults=2")
    #expect(
      pages.map { $0.rows.map(\.name) } == [
        ["How a lock gate works", "Rowing home"], ["Painting a boat"],
      ])
    #expect(pages[0].rows.map(\.id) == ["v-one", "v-two"])
    #expect(pages[0].next == search + "&q=boat&maxResults=2&pageToken=CAIQAA")
    #expect(pages[1].next == nil)
    #expect(pages.allSatisfy { $0.searches && $0.total == 3 })
  }
}
