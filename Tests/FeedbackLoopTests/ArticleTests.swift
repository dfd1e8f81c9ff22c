import Foundation
import Testing

/// The code in the article equals the tested code.
struct ArticleTests {
  /// The lines of a file without differences such as indentation and access levels.
  private func lines(of path: String) throws -> [String] {
    let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    return try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
      .replacingOccurrences(of: "fileprivate ", with: "")
      .replacingOccurrences(of: "private ", with: "")
      .components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func everyLineOfCodeInTheArticleIsInItsTest() throws {
    let article = try lines(of: "Sources/FeedbackLoop/FeedbackLoop.docc/SearchingLoop.md")
    let example = try lines(of: "Tests/FeedbackLoopTests/SearchExampleTests.swift")
    let blocks = article.split { $0.hasPrefix("```") }.enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }
      .map { Array($0.element) }
    #expect(blocks.count == 5)
    for block in blocks {
      let isThere = example.indices.contains { example[$0...].starts(with: block) }
      #expect(isThere, "\(block.first ?? "")")
    }
  }
}
