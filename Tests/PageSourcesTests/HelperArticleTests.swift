import Foundation
import ListModel
import PageSources
import Pagination
import TestSupport
import Testing

/// The helpers of the article, unchanged.
@Suite(.inTurn, .timeLimit(.minutes(10)))
struct HelperArticleTests {
  /// The code of a language in the article *Helper programs*.
  private func code(_ language: String) throws -> String {
    let package = URL(fileURLWithPath: "\(#filePath)").deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: package.appending(
        path: "Sources/PageSources/PageSources.docc/HelperPrograms.md"), encoding: .utf8)
    let parts = article.components(separatedBy: "```\(language)\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
  }

  @Test func theShellHelperReadsAFileInPages() async throws {
    let helper = try ScriptedHelper(code("sh"), scheme: "lines")
    let names = (1...250).map { "name \($0)" }
    let path = try helper.directory.write(names.joined(separator: "\n") + "\n", to: "names")
    let pages = try await helper.pages("lines:\(path)").allNames()
    #expect(pages.map(\.count) == [100, 100, 50])
    #expect(pages.flatMap { $0 } == names)
  }

  @Test func thePythonHelperSearchesForTheQuery() async throws {
    let helper = try ScriptedHelper(code("python"), scheme: "files")
    for name in ["Arya \"\\", "Jon", "Bran", "Brienne"] {
      try helper.directory.write("", to: "files/\(name)")
    }
    let source = try helper.pages("files:\(helper.directory.path("files"))", pageSize: 2)
    #expect(try await source.allNames() == [["Arya \"\\", "Bran"], ["Brienne", "Jon"]])
    let found = try await source.looking(for: "Br").firstPage()
    #expect(found.contents.originals == ["Bran", "Brienne"])
    #expect(found.contents.isSearched)
    #expect(found.contents.total == 2)
    await #expect(throws: (any Error).self) {
      try await helper.pages("files:/nowhere").firstPage()
    }
  }
}
